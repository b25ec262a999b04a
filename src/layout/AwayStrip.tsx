import { useTranslate } from "../i18n/translate.ts";
import { useIsAway } from "../providers/http/useIsAway.ts";
import styles from "./AwayStrip.module.css";

/** Says that the network is away. The page moves down to make room for it. */
export function AwayStrip() {
  const translate = useTranslate();
  const away = useIsAway();
  return (
    <div role="status" className={styles.strip}>
      {away ? <p>{translate("app.away")}</p> : null}
    </div>
  );
}
