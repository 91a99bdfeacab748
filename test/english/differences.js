import { KINDS, listed } from './collect.js';

const ADVICE = `Read each new sentence aloud. It needs a subject, a verb and an object, and only words that its reader
knows. A refusal says what happened, what was kept, and what to do next. Then run npm run sentences, and commit
test/english/sentences.txt with your change.`;

/** Returns a report of the differences between the list and the sources, or '' if they agree. */
export function differences(entries, list) {
  const wanted = listed(entries);
  if (wanted === list) {
    return '';
  }
  const before = new Set(keysOf(list));
  const now = new Set(keysOf(wanted));
  const added = entries.filter((entry) => !before.has(keyOf(entry)));
  const gone = [...before].filter((key) => !now.has(key));
  return [
    'test/english/sentences.txt does not match the sentences in the sources.',
    ...added.map(
      (entry) =>
        `  ${entry.file}:${entry.line} has a sentence that is missing under ${placeOf(entry)}:\n    ${entry.text}`,
    ),
    ...gone.map((key) => `  Listed, but no longer in the sources, under ${key.replace('\n', ':\n    ')}`),
    ADVICE,
  ].join('\n');
}

function placeOf({ room, kind }) {
  return `"${room}", "${KINDS[kind]}"`;
}

function keyOf(entry) {
  return `${placeOf(entry)}\n${entry.text}`;
}

function keysOf(list) {
  let room = '';
  let kind = '';
  return list.split('\n').flatMap((line) => {
    room = /^==== (.*) ====$/.exec(line)?.[1] ?? room;
    const title = /^-- (.*) --$/.exec(line)?.[1];
    kind = title ?? kind;
    return title || line === '' || line.startsWith('====') || room === '' ? [] : [`"${room}", "${kind}"\n${line}`];
  });
}
