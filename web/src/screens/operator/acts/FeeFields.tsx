// A pool's fees in percent, and the account that receives the protocol fee.
import { t } from '../../../words/words.ts';
import { AccountField, TextField } from './ActField.tsx';

export const FeeFields = ({ placeholder = '' }: { readonly placeholder?: string }) => (
  <>
    <TextField
      name="lpFee"
      label={t('operator.fees.lp')}
      inputMode="decimal"
      placeholder={placeholder}
      hint={t('operator.fees.lp.hint')}
    />
    <TextField
      name="protocolFee"
      label={t('operator.fees.protocol')}
      inputMode="decimal"
      placeholder={placeholder}
      hint={t('operator.fees.protocol.hint')}
    />
    <TextField
      name="refFee"
      label={t('operator.fees.referral')}
      inputMode="decimal"
      placeholder={placeholder}
      hint={t('operator.fees.referral.hint')}
    />
    <AccountField name="protocolFeeAddress" label={t('operator.fees.account')} />
  </>
);
