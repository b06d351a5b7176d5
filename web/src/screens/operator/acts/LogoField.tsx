// A token's logo as a form field.
import { useField } from './act-context.ts';
import { ImageUpload } from './ImageUpload.tsx';

export function LogoField() {
  const { value, set, fault } = useField('logo');
  return <ImageUpload use="token" logo={value} onLogo={set} fault={fault} />;
}
