// The logger: JSON for machines, short lines for a terminal.
import { stripVTControlCharacters, styleText } from 'node:util';
import pino, { type Logger } from 'pino';
import { showHidden } from '../../../access/names.ts';
import { escapeHidden } from '../../../api/door/access-log.ts';
import type { Settings } from '../../settings.ts';

export const isPretty = ({ LOG_FORMAT: format }: Pick<Settings, 'LOG_FORMAT'>): boolean =>
  format === 'pretty' || (format === 'auto' && process.stdout.isTTY === true);

export function createLogger(settings: Settings): Logger {
  const level = settings.LOG_LEVEL;
  if (!isPretty(settings)) return pino({ level, hooks: { streamWrite: escapeHidden } });
  // Writing to a terminal is synchronous, so no line is lost when the process ends.
  return pino({ level }, { write: (line: string) => void process.stdout.write(`${prettyLine(line)}\n`) });
}

const STYLES = {
  10: ['trace', 'dim'],
  20: ['debug', 'dim'],
  30: ['info', 'green'],
  40: ['warn', 'yellow'],
  50: ['error', 'red'],
  60: ['fatal', 'red'],
} as const;

/** Fields that are constant or shown in another way. */
const UNSHOWN = ['level', 'time', 'pid', 'hostname', 'msg', 'err', 'reqId'];

/** Formats one JSON line of the log: time of day, level, message and fields; coloured if the terminal supports it. */
export function prettyLine(json: string): string {
  const { level, time, msg, err, ...rest } = JSON.parse(json);
  const [name, style] = STYLES[level as keyof typeof STYLES] ?? ['?', 'dim'];
  const fields = Object.entries(rest).filter(([key]) => !UNSHOWN.includes(key));
  const parts = [
    styleText('dim', new Date(time).toTimeString().slice(0, 8)),
    styleText(style, name.padEnd(5)),
    showHidden(String(msg ?? err?.message ?? '')),
    styleText('dim', fields.map(([key, value]) => `${key}=${shown(value)}`).join(' ')),
    ...(err === undefined ? [] : [`\n${indented(String(err.stack ?? err.message))}`]),
  ];
  return parts.filter((part) => stripVTControlCharacters(part) !== '').join(' ');
}

const shown = (value: unknown): string => showHidden(typeof value === 'string' ? value : JSON.stringify(value));

const indented = (text: string): string =>
  text
    .split('\n')
    .map((line) => `    ${showHidden(line)}`)
    .join('\n');
