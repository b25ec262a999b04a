import Button from "@mui/material/Button";
import { useEffect, useRef } from "react";
import { useTranslate } from "react-admin";
import type { PasswordChange } from "./usePasswordChange.ts";

interface SettingsActionsProps {
  formId: string;
  change: PasswordChange;
}

export function SettingsActions({ formId, change }: SettingsActionsProps) {
  const translate = useTranslate();
  const { phase } = change.state;
  const editButton = useRef<HTMLButtonElement>(null);
  const cancelled = useRef(false);

  useEffect(() => {
    if (phase === "view" && cancelled.current) editButton.current?.focus();
    cancelled.current = phase === "edit";
  }, [phase]);

  if (phase === "view") {
    return (
      <Button ref={editButton} variant="outlined" onClick={change.edit} data-autofocus>
        {translate("settings.edit")}
      </Button>
    );
  }
  const saving = phase === "saving";
  return (
    <>
      <Button variant="outlined" color="secondary" disabled={saving} onClick={change.view}>
        {translate("settings.cancel")}
      </Button>
      <Button type="submit" form={formId} variant="contained" disabled={saving}>
        {translate(saving ? "settings.saving" : "settings.apply")}
      </Button>
    </>
  );
}
