// The context that a form shares with its fields: values and errors.
import { createContext, type ReactNode, useContext } from 'react';

type ActContext = {
  readonly values: Readonly<Record<string, string>>;
  set(name: string, value: string): void;
  faultOf(name: string): ReactNode | undefined;
};

export const Act = createContext<ActContext | null>(null);

export function useField(name: string) {
  const { values, set, faultOf } = useContext(Act) as ActContext;
  return { value: values[name] ?? '', set: (value: string) => set(name, value), fault: faultOf(name) };
}
