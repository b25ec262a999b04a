import Button from "@mui/material/Button";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { secondFactor as text } from "../../i18n/ja/secondFactor.ts";
import { messageFor } from "../../providers/problems/errorMessage.ts";
import type {
  EnrolledFactor,
  Enrolment,
  Proof,
  SecondFactor as SecondFactorCalls,
} from "../../providers/signIn/secondFactor.ts";
import { openAdminSession } from "../../providers/signIn/sessions.ts";
import { useIdentityService } from "../../providers/signIn/useIdentityService.ts";
import { userProfile } from "../../providers/signIn/userProfile.ts";
import { appConfig } from "../../providers/start/appConfig.ts";
import { FactorRemoval, FactorSetUp } from "./FactorForms.tsx";
import styles from "./personalSettings.module.css";

/** The second factor of the signed-in person: set up, or removed after a proof. */
export function SecondFactor() {
  const titleId = useId();
  const factor = useSecondFactor();
  const { view, enrolled, message, isRequired } = factor;
  return (
    <section
      className="grid gap-12 line-above justify-start above-16 pad-top-16"
      aria-labelledby={titleId}
    >
      <h3 id={titleId}>{text.title}</h3>
      <div role="status" className="optional">
        {message ? (
          <p className="boxed" data-tone="success">
            {text[message]}
          </p>
        ) : null}
      </div>
      {factor.error ? (
        <p role="alert" className="boxed" data-tone="error">
          {factor.error}
        </p>
      ) : !enrolled ? (
        <p>{text.loading}</p>
      ) : view.kind === "setUp" ? (
        <FactorSetUp
          hasPassword={enrolled.hasPassword}
          onBegin={factor.begin}
          onDone={factor.done}
          onCancel={factor.show}
        />
      ) : view.kind === "remove" ? (
        <FactorRemoval
          hasPassword={enrolled.hasPassword}
          isTotp={view.factor.isTotp}
          isRequired={isRequired}
          onRemove={(proof) => factor.remove(view.factor, proof)}
          onCancel={factor.show}
        />
      ) : (
        <FactorList
          factors={enrolled.factors}
          onSetUp={factor.askSetUp}
          onRemove={factor.askRemoval}
        />
      )}
    </section>
  );
}

interface FactorListProps {
  factors: readonly EnrolledFactor[];
  onSetUp: () => void;
  onRemove: (factor: EnrolledFactor) => void;
}

const day = new Intl.DateTimeFormat("ja-JP", {
  timeZone: "Asia/Tokyo",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

function FactorList({ factors, onSetUp, onRemove }: FactorListProps) {
  if (factors.length === 0) {
    return (
      <>
        <p>{text.none}</p>
        <Button variant="outlined" onClick={onSetUp}>
          {text.setUp}
        </Button>
      </>
    );
  }
  return (
    <ul className={`grid gap-12 full ${styles.rows}`}>
      {factors.map((factor) => (
        <li key={factor.uid} className="row spread">
          <span>
            {text[factor.isTotp ? "since" : "otherFactor"](day.format(new Date(factor.enrolledAt)))}
          </span>
          <Button size="small" variant="outlined" color="error" onClick={() => onRemove(factor)}>
            {text.remove}
          </Button>
        </li>
      ))}
    </ul>
  );
}

type View = { kind: "list" } | { kind: "setUp" } | { kind: "remove"; factor: EnrolledFactor };

type Enrolled = Awaited<ReturnType<SecondFactorCalls["enrolled"]>>;

const LIST: View = { kind: "list" };

/** The second factors of the signed-in person, and what the section shows of them. */
function useSecondFactor() {
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
