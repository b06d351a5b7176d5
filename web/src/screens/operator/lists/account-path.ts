// Where the console shows an account; names may hold anything but blanks, so that they are in the query.
export const accountPath = (account: string): string => `/operator/accounts?account=${encodeURIComponent(account)}`;
