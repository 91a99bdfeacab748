/** The guide in both languages, as the page shows it. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseGuide } from '../../src/build/guide.ts';
import type { Block } from '../../src/console/guide/blocks.ts';
import { SECTIONS } from '../../src/console/guide/sections.ts';

const [english, chinese] = ['docs/guide.md', 'docs/guide.zh-TW.md'].map((file) =>
  parseGuide(readFileSync(file, 'utf8')),
);
const HAN = /\p{Script=Han}/u;

const textOf = (blocks: readonly Block[]) => JSON.stringify(blocks.filter(({ kind }) => kind !== 'boxes'));
const boxesOf = (blocks: readonly Block[]) => blocks.flatMap((block) => (block.kind === 'boxes' ? block.boxes : []));
const figuresOf = (blocks: readonly Block[]) =>
  blocks.flatMap((block) => (block.kind === 'table' ? block.rows.map((cells) => cells.slice(1)) : []));

test('both guides have the sections that the page links to', () => {
  expect(english?.sections).toHaveLength(SECTIONS.length);
  expect(chinese?.sections).toHaveLength(SECTIONS.length);
});

test.each(SECTIONS.map((name, index) => [name, index] as const))(
  'the section "%s" has the same commands, files and figures in both languages, and other words',
  (_name, index) => {
    const [here, there] = [english, chinese].map((guide) => guide?.sections[index]?.blocks ?? []);
    expect(boxesOf(there ?? [])).toEqual(boxesOf(here ?? []));
    expect(figuresOf(there ?? [])).toEqual(figuresOf(here ?? []));
    expect(chinese?.sections[index]?.title).toMatch(HAN);
    expect(textOf(there ?? [])).toMatch(HAN);
  },
);

test('the build reads headings, sentences, lists, tables and boxes', () => {
  const text = [
    '# A *year*',
    'One\n**two** `three`, [four](five.md).',
    '## Six',
    '- seven\n  eight\n- nine',
    '| a | |\n|---|---|\n| b | 1 |',
    '```csv\nx,\n\ny\n```',
    '```text\nz\n```',
  ].join('\n\n');
  const plain = (text: string) => [{ kind: 'plain', text }];
  expect(parseGuide(text)).toEqual({
    title: 'A *year*',
    blocks: [
      {
        kind: 'text',
        pieces: [
          ...plain('One '),
          { kind: 'strong', text: 'two' },
          ...plain(' '),
          { kind: 'code', text: 'three' },
          ...plain(', four.'),
        ],
      },
    ],
    sections: [
      {
        title: 'Six',
        blocks: [
          { kind: 'list', items: [plain('seven eight'), plain('nine')] },
          { kind: 'table', head: [plain('a'), []], rows: [[plain('b'), plain('1')]] },
          {
            kind: 'boxes',
            boxes: [
              { language: 'csv', text: 'x,\n\ny' },
              { language: 'text', text: 'z' },
            ],
          },
        ],
      },
    ],
  });
});

test('lines of Chinese join without a space', () => {
  expect(parseGuide('帳戶，\n基金\nVestry').blocks).toEqual([
    { kind: 'text', pieces: [{ kind: 'plain', text: '帳戶，基金 Vestry' }] },
  ]);
});

test.each(['> quoted', '1. first', '<b>bold</b>', '### deep', '![picture](a.png)'])(
  'the build refuses a form that the page cannot draw: %s',
  (line) => {
    expect(() => parseGuide(line)).toThrow('cannot draw');
  },
);
