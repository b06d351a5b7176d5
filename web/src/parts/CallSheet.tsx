// The calls behind a screen, in a sheet: curl, TypeScript and the last answer.
import { useState, useSyncExternalStore } from 'react';
import type { CallName } from '#client';
import { lastAnswer, onAnswer } from '../data/server.ts';
import { t } from '../words/words.ts';
import { LinkButton } from './Button.tsx';
import { Segments } from './Choices.tsx';
import { Sheet } from './Sheet.tsx';
import styles from './show-call.module.css';

export type ShownCall = {
  readonly name: CallName;
  readonly method: 'GET' | 'POST';
  readonly input: Readonly<Record<string, unknown>>;
};

type CallSheetProps = { readonly calls: readonly ShownCall[]; onClose(): void };

export default function CallSheet({ calls, onClose }: CallSheetProps) {
  return (
    <Sheet title={t('parts.calls.title')} onClose={onClose}>
      {calls.map((call) => (
        <CallText key={`${call.name}${JSON.stringify(call.input)}`} call={call} />
      ))}
    </Sheet>
  );
}

type Form = 'curl' | 'TypeScript' | 'answer';

function CallText({ call }: { readonly call: ShownCall }) {
  const [form, setForm] = useState<Form>('curl');
  const answer = useSyncExternalStore(onAnswer, () => lastAnswer(call.name));
  const text = {
    curl: curlOf(call),
    TypeScript: typescriptOf(call),
    answer: answer ? pretty(answer.text) : t('parts.calls.notAsked'),
  }[form];
  return (
    <div className={styles.call}>
      <h3>{call.name}</h3>
      <div className={styles.forms}>
        <Segments<Form>
          label={t('parts.calls.format', { call: call.name })}
          choices={(['curl', 'TypeScript', 'answer'] as const).map((value) => ({
            value,
            label: value === 'answer' ? t('parts.calls.response') : value,
          }))}
          value={form}
          onChoose={setForm}
        />
        <LinkButton onClick={() => navigator.clipboard?.writeText(text)}>{t('parts.copy')}</LinkButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <pre className={styles.text} tabIndex={0}>
        {text}
      </pre>
    </div>
  );
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function curlOf({ name, method, input }: ShownCall): string {
  const url = `${window.location.origin}/${name}`;
  if (method === 'POST') {
    return `curl ${quoted(url)} \\\n  -H 'Content-Type: application/json' -H 'Amounts: string' \\\n  -d ${quoted(JSON.stringify(input))}`;
  }
  const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)])).toString();
  return `curl ${quoted(`${url}${query && `?${query}`}`)} -H 'Amounts: string'`;
}

const typescriptOf = ({ name, input }: ShownCall): string =>
  `import { connect } from '@millpond/client';\n\nconst millpond = connect('${window.location.origin}');\nconst answer = await millpond.${name}(${JSON.stringify(input, null, 2)});`;

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
