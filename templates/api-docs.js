const page = SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  // The validator would be an outside host.
  validatorUrl: null,
  plugins: [onlyBearer],
  responseInterceptor: authorize,
});

/** Nobody types in the cookie, which is the browser's, or the signature, which is LINE's: the dialog asks for the token alone. */
function onlyBearer() {
  const definitionsToAuthorize = (original) => (state) => original(state).filter((one) => one.has('bearer'));
  return { statePlugins: { auth: { wrapSelectors: { definitionsToAuthorize } } } };
}

/** Whoever signs in on this page, or renews the sign-in, is authorized for what is tried out next. */
function authorize(response) {
  const isGrant = /\/api\/auth\/(login|refresh|accept-invitation)$/.test(response.url) && response.ok;
  if (isGrant) page.preauthorizeApiKey('bearer', JSON.parse(response.text).accessToken);
  return response;
}
