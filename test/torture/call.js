import http from 'node:http';

/**
 * Sends one request on a new connection. A body that is not a Buffer is sent as JSON. Rejects if the connection breaks
 * before the whole response has arrived, because a client then cannot know the outcome.
 */
export function call(port, method, path, { token, body, headers = {} } = {}) {
  const bytes = Buffer.isBuffer(body) || body === undefined ? body : Buffer.from(JSON.stringify(body));
  const all = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(bytes && { 'content-type': 'application/json', 'content-length': bytes.length }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const sent = http.request({ host: '127.0.0.1', port, method, path, headers: all, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      answer.on('error', reject);
      answer.once('close', () => reject(new Error('The response was cut off.')));
      answer.once('end', () => {
        const isJson = (answer.headers['content-type'] ?? '').includes('json');
        resolve({ status: answer.statusCode, headers: answer.headers, body: isJson && text ? JSON.parse(text) : text });
      });
    });
    sent.on('error', reject);
    sent.end(bytes);
  });
}

/** Signs in as the development administrator and returns the access token and the cookie. */
export async function signIn(port) {
  const body = { email: 'admin@vestry.local', password: 'Vestry-dev-1' };
  const answer = await call(port, 'POST', '/api/auth/login', { body });
  if (answer.status !== 200) throw new Error(`Signing in returned status ${answer.status}.`);
  return { token: answer.body.accessToken, cookie: answer.headers['set-cookie'][0].split(';')[0] };
}
