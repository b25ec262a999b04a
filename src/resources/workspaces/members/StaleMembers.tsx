import Button from "@mui/material/Button";
import { useEffect, useRef } from "react";
import type { WorkspaceMember } from "../../../../domain/workspaces/schemas.ts";
import styles from "../../../components/form/page.module.css";
import { useTranslate } from "../../../i18n/translate.ts";
import { changedMeanwhile } from "./memberChanges.ts";

interface StaleMembersProps {
  before: readonly WorkspaceMember[];
  now: readonly WorkspaceMember[];
  /** Continues with the current members and discards the user's changes. */
  onShowCurrent: () => void;
  /** Continues with the current members and keeps the user's changes. */
  onReapply: () => void;
}

/** Another user saved first (412). Shows their changes; changes are lost only on request. */
export function StaleMembers({ before, now, onShowCurrent, onReapply }: StaleMembersProps) {
  const translate = useTranslate();
  const box = useRef<HTMLDivElement>(null);
  const others = changedMeanwhile(before, now);

  useEffect(() => box.current?.focus(), []);

  const told = (who: "joined" | "left") => {
    const separator = translate("resources.workspaces.members.names");
    const names = others[who].map(({ userName }) => userName).join(separator);
    return names ? <p>{translate(`resources.workspaces.members.${who}`, { names })}</p> : null;
  };

  return (
    <div ref={box} role="alert" tabIndex={-1} className={styles.stale}>
      <p>{translate("app.stale.message")}</p>
      {told("joined")}
      {told("left")}
      <div className={styles.buttons}>
        <Button variant="outlined" onClick={onShowCurrent}>
          {translate("app.stale.showCurrent")}
        </Button>
        <Button variant="outlined" onClick={onReapply}>
          {translate("app.stale.reapply")}
        </Button>
      </div>
    </div>
  );
}
