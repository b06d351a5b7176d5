// What belongs to an account needs one: where to sign in.
import { Empty } from './Empty.tsx';
import styles from './parts.module.css';

export const SignIn = ({ what }: { readonly what: string }) => (
  <Empty title="Sign in with a key">
    <p>The market is open to everyone. Sign in {what}.</p>
    <p>
      {/* The account menu of the shell. */}
      <button type="button" className={`${styles.button} ${styles.primary}`} popoverTarget="account">
        Sign in with a key
      </button>
    </p>
  </Empty>
);
