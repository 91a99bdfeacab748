/**
 * Measures the console: the gzipped size of the files that a page loads, without translations and the guide, in units of 1,024
 * bytes, and how many megabytes the console adds to the installed package.
 */
import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../dist/console/', import.meta.url));
const UNIT = 1024;
const APART = /\/(?:words\.|guide[.-])/;

/** Starts to record which files a page loads. Returns the set of their paths, which grows as the page loads more. */
export function watchAssets(page) {
  const asked = new Set();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/assets/')) asked.add(pathname.slice(1));
  });
  return asked;
}

/** Returns the total gzipped size of these files, without translations and the guide, in units of 1,024 bytes. */
export function sizeOf(files) {
  const counted = [...files].filter((file) => !APART.test(`/${file}`));
  return counted.reduce((sum, file) => sum + statSync(`${FOLDER}${file}.gz`).size, 0) / UNIT;
}

/** Returns the total size of all files of the built console. */
export function sizeOfAll() {
  const files = readdirSync(`${FOLDER}assets`).filter((file) => file.endsWith('.gz'));
  return sizeOf(files.map((file) => `assets/${file.slice(0, -'.gz'.length)}`));
}

/** Returns the number of megabytes that the console adds to the installed package. */
export function installedMegabytes() {
  const files = readdirSync(FOLDER, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(`${parentPath}/${name}`).size, 0) / 1_000_000;
}
