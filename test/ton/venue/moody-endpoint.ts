// A proxy between a gateway and a devnet that fails in the way a test chooses.
import { type Answer, type Call, ScriptedEndpoint } from '../scripted-endpoint.ts';

export type Mood = 'well' | 'down' | 'garbage' | 'half' | 'past';

/** Wrong answers such as proxies and servers under maintenance give. */
const GARBAGE: readonly (readonly [status: number, body: string])[] = [
  [200, '<html>maintenance</html>'],
  [502, '<html>bad gateway</html>'],
  [200, '{"ok":true,"result":{"@type":"raw.fullAccountState","balance":"many"}}'],
  [200, '{"ok":true,"result":[]}'],
  [200, ''],
];

const JSON_TYPE = { 'content-type': 'application/json' };

export class MoodyEndpoint {
  mood: Mood = 'well';
  /** Number of requests since the mood was set. */
  asked = 0;
  #url = '';
  /** The first answer to each request, which the mood `past` repeats. */
  readonly #first = new Map<string, string>();
  #server: ScriptedEndpoint | undefined;

  async through(url: string): Promise<string> {
    this.#url = url;
    this.#server = await ScriptedEndpoint.start();
    this.#server.answer = (call) => this.#answer(call);
    return this.#server.url;
  }

  be(mood: Mood): void {
    this.mood = mood;
    this.asked = 0;
  }

  async stop(): Promise<void> {
    await this.#server?.[Symbol.asyncDispose]();
  }

  async #answer({ headers: _, ...question }: Call): Promise<Answer> {
    this.asked += 1;
    if (this.mood === 'down') return 'cut';
    const [status, text] =
      this.mood === 'garbage'
        ? (GARBAGE[this.asked % GARBAGE.length] as readonly [number, string])
        : await this.#passOn(JSON.stringify(question));
    return { status, body: this.mood === 'half' ? text.slice(0, text.length / 2) : text, headers: JSON_TYPE };
  }

  async #passOn(body: string): Promise<readonly [number, string]> {
    const first = this.#first.get(body);
    if (this.mood === 'past' && first !== undefined) return [200, first];
    const answer = await fetch(this.#url, { method: 'POST', body, headers: JSON_TYPE }).catch(() => undefined);
    if (!answer) return [502, ''];
    const text = await answer.text();
    if (answer.ok && first === undefined) this.#first.set(body, text);
    return [answer.status, text];
  }
}
