import { login } from "../i18n/ja/login.ts";
import type { AppConfig } from "../providers/start/appConfig.ts";
import styles from "./DemoAccounts.module.css";

interface DemoAccountsProps {
  accounts: AppConfig["demoAccounts"];
  onChoose: (email: string) => void;
}

/** The accounts of the demo data (embedded mode), folded below the form; a click fills it. */
export function DemoAccounts({ accounts, onChoose }: DemoAccountsProps) {
  return (
    <details className={styles.demo}>
      <summary>{login.demo.title}</summary>
      <p>{login.demo.hint}</p>
      <ul>
        {accounts.map(({ email, label }) => (
          <li key={email}>
            <button type="button" onClick={() => onChoose(email)}>
              <span>{label}</span>
              <span className={styles.address}>{email}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
