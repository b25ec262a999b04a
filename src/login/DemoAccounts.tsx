import { login } from "../i18n/ja/login.ts";
import type { AppConfig } from "../providers/appConfig.ts";
import styles from "./login.module.css";

interface DemoAccountsProps {
  accounts: AppConfig["demoAccounts"];
  onChoose: (email: string) => void;
}

/** The accounts of the demo data (embedded mode); a click fills the form. */
export function DemoAccounts({ accounts, onChoose }: DemoAccountsProps) {
  return (
    <section className={styles.demo} aria-labelledby="demo-accounts">
      <h2 id="demo-accounts">{login.demo.title}</h2>
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
    </section>
  );
}
