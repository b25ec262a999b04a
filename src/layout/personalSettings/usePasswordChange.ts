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
  next: string;
  confirmation: string;
  /** Asked for in the second step. */
  current: string;
  /** Of the app, of those who have one. */
  code: string;
}

export const NO_PASSWORDS: Passwords = { next: "", confirmation: "", current: "", code: "" };

export type SettingsError = PasswordError | "currentRequired" | "codeRequired";

/** `proof`: the identity service has asked who it is, the new password is chosen. */
type Step = "new" | "proof";

type State =
  | { phase: "view" }
  | { phase: "edit"; step: Step; errors: SettingsError[]; errorMessage?: string }
  | { phase: "saving"; step: Step }
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
      setState({ phase: "edit", step: "new", errors: [] });
    },
    apply: async (step: Step, passwords: Passwords) => {
      const errors = errorsOf(step, passwords, asksCode);
      if (errors.length > 0) return setState({ phase: "edit", step, errors });
      setState({ phase: "saving", step });
      try {
        await changePassword(identityService, step, passwords);
        setState({ phase: "saved" });
      } catch (error) {
        const code = identityCode(error);
        if (code === NEEDS_CODE) setAsksCode(true);
        setState({ phase: "edit", ...afterFailure(step, error) });
      }
    },
  };
}

const NEEDS_PASSWORD = "auth/requires-recent-login";
const NEEDS_CODE = "auth/missing-verification-code";
const NEEDS_ANOTHER = ["auth/weak-password", "auth/password-does-not-meet-requirements"];

/** Where it goes on: the proof that is missing is no error. */
function afterFailure(step: Step, error: unknown) {
  const code = identityCode(error) ?? "";
  if (step === "new" && [NEEDS_PASSWORD, NEEDS_CODE].includes(code)) {
    return { step: "proof" as const, errors: [] };
  }
  if (code === NEEDS_CODE) return { step, errors: ["codeRequired" as const] };
  return {
    step: NEEDS_ANOTHER.includes(code) ? ("new" as const) : step,
    errors: [],
    errorMessage: messageFor(error, { resource: "password", kind: "update" }),
  };
}

function errorsOf(
  step: Step,
  { next, confirmation, current, code }: Passwords,
  asksCode: boolean,
): SettingsError[] {
  const error = passwordError(next, confirmation);
  if (step === "new") return error ? [error] : [];
  return [
    ...(current === "" ? (["currentRequired"] as const) : []),
    ...(asksCode && !oneTimeCode(code) ? (["codeRequired"] as const) : []),
  ];
}

async function changePassword(
  identityService: IdentityService,
  step: Step,
  { next, current, code }: Passwords,
): Promise<void> {
  const identity = await identityService();
  const ofApp = oneTimeCode(code);
  const proof = { password: current, ...(ofApp ? { code: ofApp } : {}) };
  const idToken = await identity.changePassword(next, step === "proof" ? proof : undefined);
  // If this fails, the next request asks the person to sign in.
  if (idToken) await signInAgain(idToken).catch(() => {});
}

/**
 * A new password revokes this page's own admin session too, so this opens a new one. Then it ends
 * the other sign-ins at once; if that fails, they end within a minute, because the identity service
 * has revoked them.
 */
async function signInAgain(idToken: string): Promise<void> {
  if (userProfile.get().isSystemAdmin) await openAdminSession(idToken);
  await endOtherSignIns(idToken);
}

export type PasswordChange = ReturnType<typeof usePasswordChange>;
