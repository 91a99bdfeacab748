/**
 * Serves the example page from its own origin: node serve.js [PORT] [ADDRESS OF THE SERVICE]. Any other web server for
 * static files also works, if the client is copied into the folder of the page.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [port = '5173', service = 'http://localhost:8990'] = process.argv.slice(2);
const FILES = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/style.css': ['style.css', 'text/css; charset=utf-8'],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
  '/texts.js': ['texts.js', 'text/javascript; charset=utf-8'],
  '/client.js': ['../../dist/client.js', 'text/javascript; charset=utf-8'],
};

const server = createServer(({ url = '/' }, response) => {
  const [file, type] = FILES[new URL(url, 'http://localhost').pathname] ?? [];
  if (file === undefined) return response.writeHead(404).end();
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  const headers = { 'Content-Type': type, 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-cache' };
  return response.writeHead(200, headers).end(text.replaceAll('http://localhost:8990', new URL(service).origin));
});
server.listen(Number(port), 'localhost', () => console.log(`http://localhost:${server.address().port}`));
