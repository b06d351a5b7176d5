// The rates of a pool in percent, and who is paid.
import { AccountField, TextField } from './ActField.tsx';

export const FeeFields = ({ placeholder = '' }: { readonly placeholder?: string }) => (
  <>
    <TextField
      name="lpFee"
      label="Fee to providers, in percent"
      inputMode="decimal"
      placeholder={placeholder}
      hint="Of what is offered."
    />
    <TextField
      name="protocolFee"
      label="Fee to the protocol, in percent"
      inputMode="decimal"
      placeholder={placeholder}
      hint="Of what is bought."
    />
    <TextField
      name="refFee"
      label="Fee to a referrer, in percent"
      inputMode="decimal"
      placeholder={placeholder}
      hint="Of what is bought, where a swap names one."
    />
    <AccountField name="protocolFeeAddress" label="Account that collected fees are paid to" />
  </>
);
