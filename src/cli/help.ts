// The text of --help. Its list of settings is generated from their table, so that none is missing.
import { flagOf, SETTINGS } from './settings.ts';

const settings = Object.entries(SETTINGS).map(([name, { value, fallback, help }]) => {
  const ending = fallback === '' ? '' : ` [${fallback}]`;
  return `  --${`${flagOf(name)} ${value}`.padEnd(27)} ${name.padEnd(17)} ${help}${ending}`;
});

export const HELP = `millpond: a token exchange that you run yourself

Commands
  millpond serve [--demo]           Start the exchange; --demo adds a demo market once
  millpond demo                     Start a demo exchange: a market with weeks of history and active traders
                                    (--traders). Refuses to run on an exchange that is not a demo
  millpond key create --account NAME --role trader|operator
                                    Create an API key and show it once
  millpond key list                 List keys, without secrets
  millpond key revoke ID            Revoke a key
  millpond invite [--role ROLE] [--uses N] [--hours N] [--balances TOKEN=AMOUNT,…] [--account NAME] [--note TEXT]
                                    Make a link by which people sign up [trader, 1 use, 168 hours] and show it, once;
                                    with --account for that account alone, as when its passkey was lost
  millpond account import FILE.csv [--check] [--links OUT.csv [--new-links]] [--url URL]
                                    Give many accounts opening balances, and create an invitation link for each.
                                    Columns: account, role, note, and one per token. If any line is wrong, nothing is
                                    done; --check only checks the file. Run it again to do what is left
  millpond audit [--full] [--publish] [--checkpoint FILE] [--seed SEED] [--compare N|all]
                                    Recompute every balance from the journal and check all invariants, and compare the
                                    journal with its public log. Starts where the last audit ended that was stated in
                                    the journal, if the key of the log is here to show that it is the right place, and
                                    draws a hundredth of what lies before (--seed draws it again); --full reads
                                    everything. --publish states in the journal that this one passed, as the audits
                                    of a server do; without it, nothing is changed. --checkpoint: also compare with a
                                    checkpoint that you kept (reads everything). On TON also all orders, and compare
                                    the last N [20] with the chain
  millpond market rebuild           Recompute candles, figures and positions from the journal, online or offline
  millpond log key create FILE      Create a key that signs the public log (LOG_KEY_FILE), or cosigns it (--cosign-key)
  millpond log recover [FILE…] [--node URL,…] [--yes]
                                    If no node signs the public log, since none knows what was signed last: compares the
                                    database with the .last files of nodes or states of watchers (FILE), what nodes show
                                    and the WITNESSES, says what will happen, and asks: the log goes on, or the next begins
  millpond liabilities              Add up what the exchange owes of every token now, and state the hash of the totals in
                                    the journal and so in its public log, online or offline (see LIABILITIES_HOURS)
  millpond watch URL [--state FILE] [--key VKEY] [--every SECONDS] [--silence SECONDS] [--alarm URL] [--against FILE] [--cosigned-by VKEY,…] [--once]
                                    Check from outside that the public log of an exchange is only ever extended: keeps
                                    the last checkpoint in a file, and checks every 60 seconds that the next continues
                                    it. Exits with 1 if not, and writes evidence that anybody can check; with 3 after
                                    600 seconds of silence, with 4 if there is another log; --alarm posts each.
                                    --against compares with a checkpoint that somebody else kept, or, after a fork, with
                                    the state of the log before; --cosigned-by accepts only checkpoints that these
                                    witnesses have cosigned
  millpond watch --verify FILE [--key VKEY]
                                    Check the evidence of an alarm, without asking the exchange: 0 if it proves that the
                                    log was changed by whoever has its key, 1 if not; or a file of own proofs that the
                                    page has saved: 0 if all hold
  millpond watch URL … --listen [ADDRESS:]PORT --cosign-key FILE [--cosign-name NAME]
                                    The same, as a witness (C2SP tlog-witness): cosigns each checkpoint that the exchange
                                    sends and that continues the last one; prints its public key for WITNESSES
  millpond backup FILE              Copy the exchange to a new SQLite file, online or offline, and audit it
  millpond copy --from URL --to URL
                                    Copy an exchange to an empty database and verify it; stop its server first.
                                    After an interruption, run it again to continue. Put a URL with a password
                                    into COPY_FROM or COPY_TO instead
  millpond devnet [--fresh]         Start a TON network of your own on this machine: STON.fi's v1 interface, three
                                    tokens with pools, a faucet, behind the HTTP API of toncenter; --fresh begins anew
  millpond devnet audit             Make every block of a stopped devnet again and compare
  millpond devnet import --endpoint URL --router ADDRESS [--pton ADDRESS] [--fresh]
                                    Make a devnet that begins with contracts of a network, such as STON.fi's v2.2 router:
                                    their code, data and libraries are read from a toncenter endpoint that you name
  millpond ton key create FILE [--plain] [--show]
                                    Make the key that holds the wallets of an exchange on TON: 24 words in a new file,
                                    encrypted with a password that is asked for, or read from TON_PASSWORD_FILE;
                                    --plain leaves them as they are, --show also prints them
  millpond ton key encrypt FILE NEW-FILE
                                    Encrypt the words of a file into another
  millpond ton key show FILE        Print the words
  millpond ton wallet NAME          Print the address of an account's wallet, from the words (TON_MNEMONIC_FILE) alone
  millpond ton send AMOUNT TOKEN --account NAME --to ADDRESS [--note TEXT] [--key KEY]
                                    Send TON or tokens from the wallet of an account, with the settings of the exchange;
                                    its server may run. Run it again with the same --key to send only once
  millpond mcp [--url URL] [-s market,account,trade,send,operator]
                                    Offer the calls of a running exchange [http://127.0.0.1:8080] to an agent as
                                    tools, over stdin and stdout (Model Context Protocol); read-only without -s
                                    (--scopes). Put the key into MILLPOND_KEY, or use --key
  millpond --version                Show the version
  millpond --help                   Show this help

Settings: a flag or its environment variable; the flag wins  [default]
${settings.join('\n')}`;
