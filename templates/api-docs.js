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
  responseInterceptor: authorize,
});

/** Whoever signs in on this page, or renews the sign-in, is authorized for what is tried out next. */
function authorize(response) {
  const isGrant = /\/api\/auth\/(login|refresh|accept-invitation)$/.test(response.url) && response.ok;
  if (isGrant) page.preauthorizeApiKey('bearer', JSON.parse(response.text).accessToken);
  return response;
}
