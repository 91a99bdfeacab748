/** The parts of the guide, as the build reads them from its Markdown. The page draws each part with its own element. */

/** A piece of a sentence. */
export type Piece = { kind: 'plain' | 'strong' | 'em' | 'code'; text: string };

/** A box of code. Its language is `bash` for commands, `text` for their output, and otherwise that of a file. */
export type Box = { language: string; text: string };

export type Block =
  | { kind: 'text'; pieces: Piece[] }
  | { kind: 'list'; items: Piece[][] }
  | { kind: 'table'; head: Piece[][]; rows: Piece[][][] }
  | { kind: 'boxes'; boxes: Box[] };

export type Section = { title: string; blocks: Block[] };

/** The guide: its title, what it says before the first section, and its sections. */
export type Guide = Section & { sections: Section[] };
