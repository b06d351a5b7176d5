// The text of --help, made from the table of settings so that it cannot miss one.
import { flagOf, SETTINGS } from './settings.ts';

const settings = Object.entries(SETTINGS).map(([name, { value, fallback, help }]) => {
  const ending = fallback === '' ? '' : ` [${fallback}]`;
  return `  --${`${flagOf(name)} ${value}`.padEnd(27)} ${name.padEnd(17)} ${help}${ending}`;
});

export const HELP = `millpond: a token exchange in a box

Commands
  millpond serve [--demo]           Start the exchange; --demo adds a demo market, once
  millpond demo                     Start an exchange to play with: the demo market with weeks of trades behind it,
                                    and traders (--traders) who go on. Never on an exchange that is not the demo
  millpond key create --account NAME --role trader|operator
                                    Make an API key and show it, once
  millpond key list                 List the keys, without their secrets
  millpond key revoke ID            Revoke a key
  millpond invite [--role ROLE] [--uses N] [--hours N] [--balances TOKEN=AMOUNT,…] [--account NAME] [--note TEXT]
                                    Make a link by which people sign up [trader, 1 use, 168 hours] and show it, once;
                                    with --account for that account alone, as when its passkey was lost
  millpond token import FILE [--dry-run] [--skip-invalid]
                                    Register what a token list has (Uniswap's shape, or TON's jettons.json), and
                                    bring names and logos up to it; --dry-run only shows what would change
  millpond account import FILE.csv [--check] [--links OUT.csv [--new-links]] [--url URL]
                                    Give many accounts their opening balances, and make an invitation link for each.
                                    Columns: account, role, note, and one for each token. Nothing is done where a line is
                                    wrong; --check does nothing at all. Done again, it does what is left
  millpond audit                    Recompute every balance from the journal and check all invariants
  millpond market rebuild           Count candles, figures and positions anew from the journal, while it is served or not
  millpond backup FILE              Copy the exchange to a new SQLite file, while it is served or not, and audit it
  millpond season --archive FILE [--open FILE.csv|none] [--pools] [--to URL]
                                    Archive the exchange and begin the next season: the same tokens, people and keys, an
                                    empty market, and the balances that accounts began with, or those of a file. Stop
                                    what serves it first; on PostgreSQL, --to names an empty database
  millpond copy --from URL --to URL
                                    Copy an exchange to an empty database and verify it; stop what serves it
                                    first. Run it again after an interruption, and it goes on. A URL with a
                                    password goes into COPY_FROM or COPY_TO instead
  millpond mcp [--url URL] [-s market,account,trade,operator]
                                    Give an agent the calls of a running exchange [http://127.0.0.1:8080] as
                                    tools, over stdin and stdout (Model Context Protocol); without -s (--scopes)
                                    those that change nothing. A key goes into MILLPOND_KEY, or --key
  millpond --version                Show which version this is
  millpond --help                   Show this

Settings: a flag, or the environment variable beside it; the flag wins  [default]
${settings.join('\n')}`;
