// Asks for a secret at the terminal without echoing it.
import type { ReadStream } from 'node:tty';
import { BadUsage } from './command.ts';

type Terminal = {
  readonly input: Pick<ReadStream, 'isTTY' | 'setRawMode' | 'on' | 'off' | 'resume' | 'pause'>;
  readonly output: { write(text: string): unknown };
};

const [CANCEL, END_OF_INPUT, DELETE, BACKSPACE] = ['\x03', '\x04', '\x7f', '\b'];
const ENDS = ['\r', '\n', END_OF_INPUT];

export async function askSecret(
  question: string,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<string> {
  if (!input.isTTY) throw new BadUsage('there is no terminal to ask for the password: set TON_PASSWORD_FILE');
  // In raw mode the terminal does not echo, and delivers each key at once. Set before the question, so that nothing typed is shown.
  input.setRawMode(true);
  output.write(question);
  const typed: string[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const read = (keys: Buffer | string) => {
    for (const key of String(keys)) {
      if (key === CANCEL) return reject(new BadUsage('cancelled; nothing was written'));
      if (ENDS.includes(key)) return resolve(typed.join(''));
      if (key === DELETE || key === BACKSPACE) typed.pop();
      else typed.push(key);
    }
  };
  input.on('data', read);
  input.resume();
  try {
    return await promise;
  } finally {
    input.off('data', read);
    input.setRawMode(false);
    input.pause();
    output.write('\n');
  }
}
