import { useTranslation } from 'react-i18next';
import { MarkedText } from '../kit/marked-text.tsx';
import type { Block, Box, Piece } from './blocks.ts';

/** The paragraphs, lists, tables and boxes of a section. The guide never changes while it is shown. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  // eslint-disable-next-line react/no-array-index-key -- A block has no key except its index.
  return blocks.map((block, index) => <Drawn key={index} block={block} />);
}

function Drawn({ block }: { block: Block }) {
  if (block.kind === 'boxes') return <Boxes boxes={block.boxes} />;
  if (block.kind === 'table') return <Table {...block} />;
  if (block.kind === 'text') {
    return (
      <p>
        <Pieces pieces={block.pieces} />
      </p>
    );
  }
  return (
    <ul>
      {block.items.map((pieces, index) => (
        // eslint-disable-next-line react/no-array-index-key -- An item has no key except its index.
        <li key={index}>
          <Pieces pieces={pieces} />
        </li>
      ))}
    </ul>
  );
}

/** Commands and files, which only those who use a terminal need. They are closed until somebody opens them. */
function Boxes({ boxes }: { boxes: readonly Box[] }) {
  const { t } = useTranslation('guide');
  const name = boxes.some(({ language }) => language === 'bash') ? 'commands' : 'file';
  return (
    <details className="guide-boxes">
      <summary>{t(name)}</summary>
      {boxes.map(({ text }) => (
        <pre key={text} lang="en">
          <MarkedText text={text} />
        </pre>
      ))}
    </details>
  );
}

function Table({ head, rows }: Extract<Block, { kind: 'table' }>) {
  return (
    <table className="table guide-table">
      <thead>
        <tr>
          {head.map((pieces, column) =>
            // eslint-disable-next-line react/no-array-index-key -- A column has no key except its index.
            pieces.length === 0 ? (
              <td key={column} />
            ) : (
              <th key={column} scope="col" children={<Pieces {...{ pieces }} />} />
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name = [], ...cells], row) => (
          // eslint-disable-next-line react/no-array-index-key -- A row has no key except its index.
          <tr key={row}>
            <th scope="row">
              <Pieces pieces={name} />
            </th>
            {cells.map((pieces, column) => (
              // eslint-disable-next-line react/no-array-index-key -- A cell has no key except its index.
              <td key={column}>
                <Pieces pieces={pieces} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ kind, text }, index) => {
    const Tag = kind === 'plain' ? 'span' : kind;
    return (
      // eslint-disable-next-line react/no-array-index-key -- A piece has no key except its index.
      <Tag key={index}>
        <MarkedText text={text} />
      </Tag>
    );
  });
}
