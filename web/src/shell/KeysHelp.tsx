// The list of keyboard shortcuts.
import { Row, Rows } from '../parts/Rows.tsx';
import { Sheet } from '../parts/Sheet.tsx';
import { t } from '../words/words.ts';

const KEYS = [
  ['/', 'shell.keys.search'],
  ['Ctrl K', 'shell.keys.search'],
  ['?', 'shell.keys.help'],
  ['Tab', 'shell.keys.next'],
  ['Shift Tab', 'shell.keys.previous'],
  ['Enter', 'shell.keys.enter'],
  ['Esc', 'shell.keys.close'],
] as const;

export const KeysHelp = ({ onClose }: { onClose(): void }) => (
  <Sheet title={t('shell.keys')} onClose={onClose}>
    <Rows>
      {KEYS.map(([key, what]) => (
        <Row key={key} name={t(what)}>
          <kbd>{key}</kbd>
        </Row>
      ))}
    </Rows>
  </Sheet>
);
