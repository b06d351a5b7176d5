// The phases of a transaction in the form of the API v3.
import type { Transaction, TransactionActionPhase, TransactionBouncePhase, TransactionComputePhase } from '@ton/core';
import { hashText } from './text.ts';

export function writeDescription({ description }: Transaction) {
  // The chain makes only ordinary transactions.
  if (description.type !== 'generic') return { type: description.type };
  const { aborted, destroyed, creditFirst, storagePhase, creditPhase, computePhase, actionPhase, bouncePhase } =
    description;
  return {
    ...{ type: 'ord', aborted, destroyed, credit_first: creditFirst },
    ...(storagePhase && {
      storage_ph: {
        storage_fees_collected: String(storagePhase.storageFeesCollected),
        storage_fees_due: text(storagePhase.storageFeesDue),
        status_change: storagePhase.statusChange,
      },
    }),
    ...(creditPhase && {
      credit_ph: { due_fees_collected: text(creditPhase.dueFeesColelcted), credit: String(creditPhase.credit.coins) },
    }),
    compute_ph: writeCompute(computePhase),
    ...(actionPhase && { action: writeAction(actionPhase) }),
    ...(bouncePhase && { bounce: writeBounce(bouncePhase) }),
  };
}

const writeCompute = (phase: TransactionComputePhase) =>
  phase.type === 'skipped'
    ? { skipped: true, reason: phase.reason.replace('-', '_') }
    : {
        ...{ skipped: false, success: phase.success, msg_state_used: phase.messageStateUsed },
        ...{ account_activated: phase.accountActivated, gas_fees: String(phase.gasFees) },
        ...{ gas_used: String(phase.gasUsed), gas_limit: String(phase.gasLimit), gas_credit: text(phase.gasCredit) },
        ...{
          mode: phase.mode,
          exit_code: phase.exitCode,
          exit_arg: phase.exitArg ?? undefined,
          vm_steps: phase.vmSteps,
        },
        vm_init_state_hash: hashText(phase.vmInitStateHash),
        vm_final_state_hash: hashText(phase.vmFinalStateHash),
      };

const writeAction = (phase: TransactionActionPhase) => ({
  ...{ success: phase.success, valid: phase.valid, no_funds: phase.noFunds, status_change: phase.statusChange },
  ...{ total_fwd_fees: text(phase.totalFwdFees), total_action_fees: text(phase.totalActionFees) },
  ...{ result_code: phase.resultCode, result_arg: phase.resultArg ?? undefined, tot_actions: phase.totalActions },
  ...{ spec_actions: phase.specActions, skipped_actions: phase.skippedActions, msgs_created: phase.messagesCreated },
  action_list_hash: hashText(phase.actionListHash),
  tot_msg_size: sizeText(phase.totalMessageSize),
});

function writeBounce(phase: TransactionBouncePhase) {
  if (phase.type === 'negative-funds') return { type: 'negfunds' };
  const msg_size = sizeText(phase.messageSize);
  return phase.type === 'no-funds'
    ? { type: 'nofunds', msg_size, req_fwd_fees: String(phase.requiredForwardFees) }
    : { type: 'ok', msg_size, msg_fees: String(phase.messageFees), fwd_fees: String(phase.forwardFees) };
}

const text = (amount: bigint | null | undefined): string | undefined => amount?.toString();
const sizeText = ({ cells, bits }: { readonly cells: bigint; readonly bits: bigint }) => ({
  cells: String(cells),
  bits: String(bits),
});
