import { useEffect, useEffectEvent, useState } from "react";
import { type PasswordError, passwordError } from "../../../domain/users/passwordRules.ts";
import { oneTimeCode } from "../../login/oneTimeCode.ts";
import { messageFor } from "../../providers/problems/errorMessage.ts";
import { identityCode } from "../../providers/problems/identityError.ts";
import type { IdentityService } from "../../providers/signIn/identity.ts";
import { endOtherSignIns, openAdminSession } from "../../providers/signIn/sessions.ts";
import { useIdentityService } from "../../providers/signIn/useIdentityService.ts";
import { userProfile } from "../../providers/signIn/userProfile.ts";

/**
 * How long the success notice shows before the dialog closes (docs/product/sign-in.md#passwords).
 */
const SUCCESS_MS = 1500;

interface Passwords {
  current: string;
  next: string;
  confirmation: string;
  /** Of the app, of those who have one. */
  code: string;
}

export const NO_PASSWORDS: Passwords = { current: "", next: "", confirmation: "", code: "" };

export type SettingsError = PasswordError | "currentRequired" | "codeRequired";

type State =
  | { phase: "view" }
  | { phase: "edit"; errors: SettingsError[]; errorMessage?: string }
  | { phase: "saving" }
  | { phase: "saved" };

export function usePasswordChange(onDone: () => void) {
  const identityService = useIdentityService();
  const [state, setState] = useState<State>({ phase: "view" });
  const [asksCode, setAsksCode] = useState(false);
  const done = useEffectEvent(onDone);

  useEffect(() => {
    if (state.phase !== "saved") return;
    const timer = setTimeout(() => done(), SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [state.phase]);

  return {
    state,
    /** The identity service has asked for a code of the person's app. */
    asksCode,
    view: () => setState({ phase: "view" }),
    edit: () => {
      // Loads while the person types.
      identityService().catch(() => {});
      setState({ phase: "edit", errors: [] });
    },
    apply: async (passwords: Passwords) => {
      const errors = errorsOf(passwords, asksCode);
      if (errors.length > 0) return setState({ phase: "edit", errors });
      setState({ phase: "saving" });
      try {
        await changePassword(identityService, passwords);
        setState({ phase: "saved" });
      } catch (error) {
        if (identityCode(error) === "auth/missing-verification-code") {
          setAsksCode(true);
          return setState({ phase: "edit", errors: ["codeRequired"] });
        }
        const errorMessage = messageFor(error, { resource: "password", kind: "update" });
        setState({ phase: "edit", errors: [], errorMessage });
      }
    },
  };
}

function errorsOf(
  { current, next, confirmation, code }: Passwords,
  asksCode: boolean,
): SettingsError[] {
  const error = passwordError(next, confirmation);
  return [
    ...(current === "" ? (["currentRequired"] as const) : []),
    ...(error ? [error] : []),
    ...(asksCode && !oneTimeCode(code) ? (["codeRequired"] as const) : []),
  ];
}

async function changePassword(
  identityService: IdentityService,
  { current, next, code }: Passwords,
): Promise<void> {
  const identity = await identityService();
  const ofApp = oneTimeCode(code);
  const idToken = await identity.changePassword(current, next, ...(ofApp ? [ofApp] : []));
  // If this fails, the next request asks the person to sign in.
  if (idToken) await signInAnew(idToken).catch(() => {});
}

/**
 * A new password revokes this page's own admin session too, so this opens a new one. Then it ends
 * the other sign-ins at once; if that fails, they end within a minute, because the identity service
 * has revoked them.
 */
async function signInAnew(idToken: string): Promise<void> {
  if (userProfile.get().isSystemAdmin) await openAdminSession(idToken);
  await endOtherSignIns(idToken);
}

export type PasswordChange = ReturnType<typeof usePasswordChange>;
