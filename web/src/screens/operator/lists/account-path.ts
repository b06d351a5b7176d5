// The console's path of an account; the name is in the query since it may contain any character but blanks.
export const accountPath = (account: string): string => `/operator/accounts?account=${encodeURIComponent(account)}`;
