// A client for /events that uses none of the program's code.
export type SseEvent = Readonly<Record<string, unknown>> & {
  readonly sequence: number;
  readonly kind: string;
  readonly createdAt: string;
};

/** Reads events after one sequence up to another; each event's id must be its sequence. */
export async function readEvents(
  url: string,
  {
    after,
    upTo,
    headers = {},
  }: { readonly after: number; readonly upTo: number; readonly headers?: Readonly<Record<string, string>> },
): Promise<readonly SseEvent[]> {
  const stop = new AbortController();
  const response = await fetch(`${url}/events?after=${after}&own=true`, { headers, signal: stop.signal });
  if (response.status !== 200 || !response.body) throw new Error(`/events answers ${response.status}`);
  const told: SseEvent[] = [];
  let text = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = eventIn(block);
      if (event) told.push(event);
    }
    if ((told.at(-1)?.sequence ?? after) >= upTo) break;
  }
  stop.abort();
  return told;
}

function eventIn(block: string): SseEvent | undefined {
  const fields = new Map(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  const data = fields.get('data');
  if (data === undefined) return undefined;
  const event = JSON.parse(data) as SseEvent;
  if (fields.get('id') !== String(event.sequence) || fields.get('event') !== event.kind) {
    throw new Error(`an event is labelled otherwise than it says: ${block}`);
  }
  return event;
}
