import Button from "@mui/material/Button";
import { useTranslate } from "react-admin";
import { type AccountAction, useAccountAction } from "./useAccountAction.ts";
import type { UserRecord } from "./userRecord.ts";
import styles from "./users.module.css";

interface AccountButtonProps {
  user: UserRecord;
  action: AccountAction;
  label: string;
  size?: "small" | "medium";
}

export function AccountButton({ user, action, label, size = "medium" }: AccountButtonProps) {
  const translate = useTranslate();
  const { run, running } = useAccountAction(user, action);
  return (
    <Button
      className={styles.button}
      variant="outlined"
      size={size}
      disabled={running}
      onClick={() => void run()}
    >
      {translate(running ? `resources.users.${action}.running` : label)}
    </Button>
  );
}
