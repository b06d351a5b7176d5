// The logo of a token, as a field of a form.
import { useField } from './act-context.ts';
import { ImageUpload } from './ImageUpload.tsx';

export function LogoField() {
  const { value, set, fault } = useField('logo');
  return <ImageUpload use="token" logo={value} onLogo={set} fault={fault} />;
}
