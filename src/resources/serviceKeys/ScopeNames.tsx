import { useTranslate } from "react-admin";
import type { ServiceScope } from "../../../domain/access.ts";
import styles from "./serviceKeys.module.css";

/** What a key may do, one below the other. */
export function ScopeNames({ scopes }: { scopes: readonly ServiceScope[] }) {
  const translate = useTranslate();
  return (
    <ul className={styles.scopes}>
      {scopes.map((scope) => (
        <li key={scope}>{translate(`resources.service-keys.scope.${scope}`)}</li>
      ))}
    </ul>
  );
}
