// Opens the sheet to sign in again while a request waits for that.
import { useSyncExternalStore } from 'react';
import { currentProofRequest, onProofRequest } from '../data/proof-request.ts';
import { piece } from '../parts/piece.tsx';
import { Sheet } from '../parts/Sheet.tsx';
import { t } from '../words/words.ts';

const ProofSheet = piece(
  () => import('./proof/ProofSheet.tsx'),
  (notice, { onEnd }) => (
    <Sheet title={t('shell.proof.title')} onClose={() => onEnd(false)}>
      {notice}
    </Sheet>
  ),
);

export function ProofRequests() {
  const request = useSyncExternalStore(onProofRequest, currentProofRequest);
  return request && <ProofSheet onEnd={request.end} />;
}
