import { useEffect, useEffectEvent, useState } from "react";
import { messageFor } from "../../providers/problems/errorMessage.ts";
import type {
  EnrolledFactor,
  Enrolment,
  Proof,
  SecondFactor,
} from "../../providers/signIn/secondFactor.ts";
import { openAdminSession } from "../../providers/signIn/sessions.ts";
import { useIdentityService } from "../../providers/signIn/useIdentityService.ts";
import { userProfile } from "../../providers/signIn/userProfile.ts";
import { appConfig } from "../../providers/start/appConfig.ts";

type View = { kind: "list" } | { kind: "setUp" } | { kind: "remove"; factor: EnrolledFactor };

type Enrolled = Awaited<ReturnType<SecondFactor["enrolled"]>>;

const LIST: View = { kind: "list" };

/** The second factors of the signed-in person, and what the section shows of them. */
export function useSecondFactor() {
  const identityService = useIdentityService();
  const [enrolled, setEnrolled] = useState<Enrolled>();
  const [view, setView] = useState<View>(LIST);
  const [message, setMessage] = useState<"done" | "removed">();
  const [error, setError] = useState<string>();
  const [isRequired, setRequired] = useState(false);

  const factorOf = async () => (await identityService()).secondFactor();
  const read = async () => {
    setError(undefined);
    try {
      setEnrolled(await (await factorOf()).enrolled());
    } catch (thrown) {
      setError(messageFor(thrown));
    }
  };
  const readFirst = useEffectEvent(read);
  useEffect(() => {
    void readFirst();
  }, []);

  /** The token of before may be revoked, and with it the session of the admin area. */
  const changed = async (idToken: string, outcome: "done" | "removed") => {
    if (userProfile.get().isSystemAdmin) await openAdminSession(idToken).catch(() => {});
    await read();
    setMessage(outcome);
    setView(LIST);
  };

  return {
    enrolled,
    view,
    message,
    error,
    isRequired,
    show: () => setView(LIST),
    askSetUp: () => {
      setMessage(undefined);
      setView({ kind: "setUp" });
    },
    askRemoval: (factor: EnrolledFactor) => {
      setMessage(undefined);
      setView({ kind: "remove", factor });
      appConfig().then(
        ({ requireMfa }) => setRequired(isRequiredOf(requireMfa)),
        () => {},
      );
    },
    begin: async (proof: Proof): Promise<Enrolment> => (await factorOf()).enrol(proof),
    done: (idToken: string) => changed(idToken, "done"),
    remove: async (factor: EnrolledFactor, proof: Proof) =>
      changed(await (await factorOf()).remove(factor.uid, proof), "removed"),
  };
}

function isRequiredOf(requireMfa: "none" | "admin" | "all"): boolean {
  return requireMfa === "all" || (requireMfa === "admin" && userProfile.get().isSystemAdmin);
}
