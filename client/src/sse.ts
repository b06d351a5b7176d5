// Parses server-sent events from text that arrives in pieces (https://html.spec.whatwg.org/multipage/server-sent-events.html).

/** The lines between two empty lines. */
export type Block = {
  id?: string;
  event?: string;
  /** Absent if the block is not an event. */
  data?: string;
  retryMs?: number;
  comment?: string;
};

/** Returns a function that takes the next piece of text and returns the blocks that it completes. */
export function blockReader(): (piece: string) => readonly Block[] {
  let rest = '';
  let wasReturn = false;
  let block: Block = {};
  return (piece) => {
    // If the last piece ended with \r, a \n at the start of this one belongs to the same line ending.
    const text = rest + (wasReturn && piece[0] === '\n' ? piece.slice(1) : piece);
    wasReturn = piece === '' ? wasReturn : piece.endsWith('\r');
    const lines = text.split(/\r\n|\r|\n/);
    rest = lines.pop() ?? '';
    const blocks: Block[] = [];
    for (const line of lines) {
      if (line !== '') addLine(block, line);
      else {
        if (Object.keys(block).length > 0) blocks.push(block);
        block = {};
      }
    }
    return blocks;
  };
}

function addLine(block: Block, line: string): void {
  const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
  if (name === '') block.comment = value;
  else if (name === 'data') block.data = block.data === undefined ? value : `${block.data}\n${value}`;
  else if (name === 'event') block.event = value;
  else if (name === 'id' && !value.includes('\0')) block.id = value;
  else if (name === 'retry' && /^\d+$/.test(value)) block.retryMs = Number(value);
}
