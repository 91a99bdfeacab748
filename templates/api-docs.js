const page = SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  // The validator is a service on another host.
  validatorUrl: null,
  plugins: [onlyBearer],
  responseInterceptor: authorize,
});

/**
 * Reduces the dialog "Authorize" to the access token. Nobody types the other two: the browser sends the cookie, and
 * LINE makes the signature.
 */
function onlyBearer() {
  const definitionsToAuthorize = (original) => (state) => original(state).filter((one) => one.has('bearer'));
  return { statePlugins: { auth: { wrapSelectors: { definitionsToAuthorize } } } };
}

/** Uses the access token of a sign-in or renewal on this page for the calls that follow. */
function authorize(response) {
  const isGrant = /\/api\/auth\/(login|refresh|accept-invitation)$/.test(response.url) && response.ok;
  if (isGrant) page.preauthorizeApiKey('bearer', JSON.parse(response.text).accessToken);
  return response;
}
