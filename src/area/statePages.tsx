import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { LinkBase, useResetErrorBoundaryOnLocationChange } from "react-admin";
import { PageTitle } from "../components/display/PageTitle.tsx";
import { home } from "../i18n/ja/home.ts";
import { ra } from "../i18n/ja/ra.ts";
import { pageLoad } from "../providers/start/pageLoad.ts";

export function NotFound() {
  return <Elsewhere title={ra.page.not_found} text={ra.message.not_found} />;
}

export function AccessDenied() {
  return <Elsewhere title={ra.page.access_denied} text={ra.message.access_denied} />;
}

/** The identity service did not answer, so we cannot tell who this is. */
export function AuthenticationError() {
  return <Reload title={ra.page.error} text={ra.message.authentication_error} />;
}

/** A bug in the program, or code that could not be loaded. */
export function Crash({ resetErrorBoundary }: { resetErrorBoundary: (args: unknown) => void }) {
  useResetErrorBoundaryOnLocationChange(() => resetErrorBoundary(undefined));
  return <Reload title={ra.page.error} text={ra.message.error} />;
}

function Elsewhere({ title, text }: Record<"title" | "text", string>) {
  return (
    <StatePage title={title}>
      <p>{text}</p>
      <LinkBase to="/">{home.back}</LinkBase>
    </StatePage>
  );
}

function Reload({ title, text }: Record<"title" | "text", string>) {
  return (
    <StatePage title={title}>
      <p role="alert">{text}</p>
      <Button variant="outlined" onClick={() => pageLoad.reload()}>
        {ra.action.refresh}
      </Button>
    </StatePage>
  );
}

interface StatePageProps {
  title: string;
  children: ReactNode;
}

function StatePage({ title, children }: StatePageProps) {
  return (
    <div className="grid gap-16 justify-start">
      <PageTitle title={title} />
      {children}
    </div>
  );
}
