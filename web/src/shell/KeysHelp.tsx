// The keys, listed.
import { Row, Rows } from '../parts/Rows.tsx';
import { Sheet } from '../parts/Sheet.tsx';

const KEYS = [
  ['/', 'To the search'],
  ['?', 'This list'],
  ['Tab', 'On to the next'],
  ['Shift Tab', 'Back to the one before'],
  ['Enter', 'Does what the button says'],
  ['Esc', 'Closes what is open'],
] as const;

export const KeysHelp = ({ onClose }: { onClose(): void }) => (
  <Sheet title="Keys" onClose={onClose}>
    <Rows>
      {KEYS.map(([key, what]) => (
        <Row key={key} name={what}>
          <kbd>{key}</kbd>
        </Row>
      ))}
    </Rows>
  </Sheet>
);
