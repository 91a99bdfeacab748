/** Connects to a server as a device that trusts only one certificate authority. */
import https from 'node:https';
import { X509Certificate } from 'node:crypto';
import { type AddressInfo, isIPv6 } from 'node:net';
import { checkServerIdentity, connect } from 'node:tls';

/** How a device connects: the port of the server on this computer, the name that a person typed, and the authority. */
type Device = { port: number; name: string; ca: string };

/** Returns the fingerprint of the certificate that the device accepts, or the reason why it refuses the connection. */
export function trusting({ port, name, ca }: Device): Promise<string> {
  return new Promise((resolve) => {
    const isName = /[a-z]/.test(name) && !name.includes(':');
    const socket = connect({
      port,
      host: '127.0.0.1',
      ca,
      ...(isName && { servername: name }),
      // `checkServerIdentity` of Node.js 22.23 refuses every IPv6 address, even one that the certificate names.
      checkServerIdentity: (_host, certificate) =>
        isIPv6(name) && new X509Certificate(certificate.raw).checkIP(name) !== undefined
          ? undefined
          : checkServerIdentity(name, certificate),
    });
    socket.once('secureConnect', () => {
      resolve(socket.getPeerCertificate().fingerprint256);
      socket.destroy();
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(`${error.code}: ${error.message}`));
  });
}

/** Returns the value of a header with which the service answers a device that trusts only this authority. */
export function headerOf(header: string, { port, name, ca }: Device): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const target = { port, host: '127.0.0.1', path: '/api/health', ca, servername: name, agent: false };
    https.get(target, (answer) => resolve(answer.resume().headers[header]?.toString())).on('error', reject);
  });
}

/** Calls the work with the port of a server that has this key and certificate. */
export async function withServer<T>(pem: string, work: (port: number) => Promise<T>): Promise<T> {
  const server = https.createServer({ cert: pem, key: pem });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await work((server.address() as AddressInfo).port);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** Returns the fingerprint of the certificate that a server presents, whether or not a device would accept it. */
export function presented(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().fingerprint256);
      socket.destroy();
    });
    socket.once('error', reject);
  });
}
