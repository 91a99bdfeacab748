/** Connections of clients that do not behave. */
import net from 'node:net';

/** Opens a raw connection. `closed` resolves with the status and code of the response when the connection is closed. */
export function connect(port) {
  const socket = net.connect(port, '127.0.0.1');
  let received = '';
  socket.setEncoding('latin1').on('data', (text) => (received = (received + text).slice(0, 4000)));
  socket.on('error', () => {});
  const closed = new Promise((resolve) => {
    socket.once('close', () => {
      const [, status = 'nothing'] = /^HTTP\/1\.1 (\d+)/.exec(received) ?? [];
      const [, code = ''] = /"code":"(\w+)"/.exec(received) ?? [];
      resolve(`${status} ${code}`.trim());
    });
  });
  return { socket, closed };
}

/** Returns the headers of a request to write something. */
export function head(token, path, more) {
  const lines = [`POST ${path} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${token}`, ...more];
  return `${lines.join('\r\n')}\r\n\r\n`;
}
