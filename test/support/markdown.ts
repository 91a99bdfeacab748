/** Reads the documents and their parts, so that tests can compare them with the program. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** A piece of code in a document, in a code block or within a sentence. */
export type Piece = { line: number; language: string; text: string };

export type Document = { file: string; text: string; fences: Piece[]; spans: Piece[] };

/** Returns the documents at the root, in docs/ and in docs/decisions/. */
export function readDocuments(): Document[] {
  const names = ['docs', 'docs/decisions'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  );
  return ['README.md', 'CONTRIBUTING.md', 'findings/README.md', ...names].map(readDocument);
}

/** Returns the document with this path. */
export function readDocument(file: string): Document {
  return parseDocument(file, readFileSync(path.join(ROOT, file), 'utf8'));
}

const FENCE = /^( *)```(\w*)\n(.*?)^ *```$/gms;

/** Returns a document with its code blocks (`fences`) and the code within its sentences (`spans`). */
export function parseDocument(file: string, text: string): Document {
  const fences = [...text.matchAll(FENCE)].map(({ 1: indent = '', 2: language = '', 3: body = '', index }) => ({
    line: lineAt(text, index) + 1,
    language,
    text: body.replaceAll(`\n${indent}`, '\n').trimStart(),
  }));
  const prose = text.replaceAll(FENCE, (fence) => fence.replaceAll(/[^\n]/g, ' '));
  const spans = [...prose.matchAll(/`([^`]+)`/g)].map((match) => ({
    line: lineAt(text, match.index),
    language: '',
    text: (match[1] ?? '').replaceAll(/\s+/g, ' '),
  }));
  return { file, text, fences, spans };
}

const lineAt = (text: string, at: number) => text.slice(0, at).split('\n').length;

/** Returns the rows of the table under a heading, without the header row. Cells are trimmed. */
export function tableUnder({ file, text }: Document, heading: string): string[][] {
  const [, section = ''] = text.split(`\n${heading}\n`);
  const lines = section.split('\n');
  const start = lines.findIndex((line) => line.startsWith('|'));
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'));
  if (start < 0) throw new Error(`${file} has no table under "${heading}".`);
  const rows = lines.slice(start, length < 0 ? undefined : start + length);
  return rows.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** Returns the texts in backticks in a cell. */
export const codesIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** Returns the anchors that GitHub creates for the headings of a document. */
export function anchorsOf({ text, fences }: Document): Set<string> {
  const code = new Set(fences.flatMap((fence) => fence.text.split('\n')));
  const anchors = new Set<string>();
  for (const [line, title = ''] of text.matchAll(/^#{1,6} (.+)$/gm)) {
    if (code.has(line)) continue;
    const slug = title
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** Returns the targets of a document's links, except those within code. */
export function linksOf({ text }: Document): string[] {
  const prose = text.replaceAll(FENCE, '').replaceAll(/`[^`]*`/g, '``');
  return [...prose.matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = '']) => target);
}

/** Returns the commands of a shell script, each as a list of words, without comments and redirections. */
export function shellCommands(script: string): string[][] {
  const joined = script.replaceAll(/\\\n\s*/g, ' ');
  return joined.split('\n').flatMap((line) => {
    const commands: string[][] = [[]];
    for (const token of line.match(TOKEN) ?? []) {
      if (token.startsWith('#')) break;
      if (OPERATOR.test(token)) commands.push([]);
      else commands.at(-1)?.push(token.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2'));
    }
    return commands.filter(({ length }) => length > 0);
  });
}

const TOKEN = /[<>]\(|[<>]{1,2} *[^\s;&|()]+|&&|\|\||[;|()]|(?:"[^"]*"|'[^']*'|[^\s"';&|()<>])+/g;
const OPERATOR = /^(?:[<>]\(|[<>].*|&&|\|\||[;|()])$/;
