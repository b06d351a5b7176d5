// The browser operations that the journey uses, implemented for three engines.
export type Engine = {
  readonly name: string;
  /** Packages that are missing on this machine. */
  readonly missing: readonly string[];
  open(): Promise<Browser>;
};

export type Browser = {
  goto(url: string): Promise<void>;
  /** Evaluates an expression in the page and awaits its text. */
  evaluate(expression: string): Promise<string>;
  /** Clicks at a point of the window. */
  clickAt(x: number, y: number): Promise<unknown>;
  /** Types keys into the focused element. */
  type(text: string): Promise<unknown>;
  close(): Promise<void>;
};
