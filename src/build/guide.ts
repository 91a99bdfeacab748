/**
 * Reads the Markdown of the guide when the console is built. The page draws the parts with elements of its own, so that
 * it contains no Markdown library and inserts no HTML. The guide uses only the forms that this file knows.
 */
import type { Plugin } from 'vite';
import type { Block, Guide, Piece, Section } from '../console/guide/blocks.ts';

/** Turns an imported Markdown file into a module that exports the parts of the guide. */
export function guidePlugin(): Plugin {
  return {
    name: 'guide',
    transform: (text, id) =>
      id.endsWith('.md') ? { code: `export const guide = ${JSON.stringify(parseGuide(text))};`, map: null } : null,
  };
}

/** Returns the parts of a guide. Throws if the guide uses a form of Markdown that the page cannot draw. */
export function parseGuide(markdown: string): Guide {
  const guide: Guide = { title: '', blocks: [], sections: [] };
  let section: Section = guide;
  for (const lines of groupsOf(markdown.split('\n'))) {
    const [first = ''] = lines;
    const [, marks, title = ''] = /^(#+) (.+)$/.exec(first) ?? [];
    if (marks === '#') guide.title = title;
    else if (marks === '##') guide.sections.push((section = { title, blocks: [] }));
    else addBlock(section.blocks, lines);
  }
  return guide;
}

/** Returns the lines of each heading, paragraph, list, table and box. Blank lines separate them, but not in a box. */
function groupsOf(lines: readonly string[]): string[][] {
  const groups: string[][] = [];
  let group: string[] = [];
  let isInBox = false;
  const end = () => {
    if (group.length > 0) groups.push(group);
    group = [];
  };
  for (const line of lines) {
    if (!isInBox && line.trim() === '') {
      end();
      continue;
    }
    if (line.startsWith('```')) isInBox = !isInBox;
    group.push(line);
  }
  end();
  return groups;
}

function addBlock(blocks: Block[], lines: readonly string[]): void {
  const [first = ''] = lines;
  if (first.startsWith('```')) {
    const box = { language: first.slice(3), text: lines.slice(1, -1).join('\n') };
    const before = blocks.at(-1);
    if (before?.kind === 'boxes') before.boxes.push(box);
    else blocks.push({ kind: 'boxes', boxes: [box] });
  } else if (first.startsWith('- ')) {
    const items = joined(lines).slice(2).split('\n- ');
    blocks.push({ kind: 'list', items: items.map(piecesOf) });
  } else if (first.startsWith('|')) {
    const [head = [], , ...rows] = lines.map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => piecesOf(cell.trim())),
    );
    blocks.push({ kind: 'table', head, rows });
  } else if (/^(?:#|>|<|!\[|\d+\. |\* )/.test(first)) {
    throw new Error(`The page cannot draw this line of the guide: ${first}`);
  } else {
    blocks.push({ kind: 'text', pieces: piecesOf(joined(lines)) });
  }
}

/** Joins the lines of a paragraph or list. A line break between Chinese characters is no space. */
function joined(lines: readonly string[]): string {
  return lines
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/(?<=[\p{Script=Han}，。、；：「」（）])\n(?!- )(?=[\p{Script=Han}，。、；：「」（）])/gu, '')
    .replaceAll(/\n(?!- )/g, ' ');
}

const KINDS = { '`': 'code', '**': 'strong', '*': 'em' } as const;

/** Returns the pieces of a sentence. Of a link to another document, which is not part of the page, the text stays. */
function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  const add = (kind: Piece['kind'], text: string) => {
    if (text !== '') pieces.push({ kind, text });
  };
  let end = 0;
  const plain = text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');
  for (const match of plain.matchAll(/(`|\*\*|\*)(.+?)\1/g)) {
    add('plain', plain.slice(end, match.index));
    add(KINDS[match[1] as keyof typeof KINDS], match[2] ?? '');
    end = match.index + match[0].length;
  }
  add('plain', plain.slice(end));
  return pieces;
}
