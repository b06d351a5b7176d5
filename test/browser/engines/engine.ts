// What the journey needs of a browser, so that it is written once and driven in three ways.
export type Engine = {
  readonly name: string;
  /** The packages that this machine lacks for it. */
  readonly missing: readonly string[];
  open(): Promise<Browser>;
};

export type Browser = {
  goto(url: string): Promise<void>;
  /** What the text comes to that an expression in the page promises. */
  evaluate(expression: string): Promise<string>;
  /** A press of the mouse at that point of the window. */
  clickAt(x: number, y: number): Promise<unknown>;
  /** Keys, one after the other, to where the focus is. */
  type(text: string): Promise<unknown>;
  close(): Promise<void>;
};
