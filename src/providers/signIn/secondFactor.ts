import {
  type Auth,
  browserPopupRedirectResolver,
  EmailAuthProvider,
  GoogleAuthProvider,
  getMultiFactorResolver,
  type MultiFactorError,
  multiFactor,
  reauthenticateWithCredential,
  reauthenticateWithPopup,
  TotpMultiFactorGenerator,
  type User,
  type UserCredential,
} from "firebase/auth";
import { errors } from "../../i18n/ja/errors.ts";
import { secondFactor as texts } from "../../i18n/ja/secondFactor.ts";
import { isNetworkError } from "../problems/errorMessage.ts";
import { identityCode, identityMessage } from "../problems/identityError.ts";

/** The name of the account in an app for codes. */
const ISSUER = "Knowledge Insight";

/** What a person shows again before the own second factor changes. */
export interface Proof {
  /** Not for those who sign in with Google. */
  password?: string | undefined;
  /** A code of the app, of those who have one. */
  code?: string | undefined;
}

export interface EnrolledFactor {
  uid: string;
  isTotp: boolean;
  /** As the identity service writes it. */
  enrolledAt: string;
}

/** The proof lacks the code of an app. */
class MissingCode extends Error {
  override readonly name = "MissingCode";
  readonly code = "auth/missing-verification-code";
}

/** A secret that becomes a second factor once a code of it is shown. */
export interface Enrolment {
  secret: string;
  /** For a QR code (otpauth://…). */
  uri: string;
  /** Returns an ID token of the sign-in with the factor. */
  confirm(code: string): Promise<string>;
}

/** Answers the question of a sign-in for a code; throws the question if no app can answer it. */
export function answerWithCode(
  auth: Auth,
  question: unknown,
): (code: string) => Promise<UserCredential> {
  const resolver = getMultiFactorResolver(auth, question as MultiFactorError);
  const app = resolver.hints.find(
    ({ factorId }) => factorId === TotpMultiFactorGenerator.FACTOR_ID,
  );
  if (!app) throw question;
  return (code) =>
    withSentence(
      () => resolver.resolveSignIn(TotpMultiFactorGenerator.assertionForSignIn(app.uid, code)),
      texts.errors.wrongCode,
    );
}

/** Sentences that only who has or wants a second factor meets, by the code of the SDK. */
const sentences: Readonly<Record<string, string>> = {
  "auth/code-expired": texts.errors.codeExpired,
  "auth/invalid-multi-factor-session": texts.errors.codeExpired,
  "auth/missing-multi-factor-session": texts.errors.codeExpired,
  "auth/multi-factor-info-not-found": texts.errors.factorRemoved,
  "auth/second-factor-already-in-use": texts.errors.factorExists,
  "auth/maximum-second-factor-count-exceeded": texts.errors.factorExists,
  "auth/unverified-email": texts.errors.unverifiedEmail,
  "auth/unsupported-first-factor": texts.errors.unavailable,
  "auth/operation-not-allowed": texts.errors.unavailable,
};

/** Says in Japanese why a call failed; what has no sentence is `otherwise`. */
async function withSentence<Result>(
  work: () => Promise<Result>,
  otherwise: string,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const code = identityCode(error);
    if (!code || isNetworkError(error)) throw error;
    throw new Error(sentences[code] ?? identityMessage(error) ?? otherwise);
  }
}

/** Signs the user in again, so that the identity service lets change what it protects. */
export async function reauthenticate(auth: Auth, user: User, proof: Proof): Promise<void> {
  try {
    if (hasPassword(user)) {
      const credential = EmailAuthProvider.credential(user.email ?? "", proof.password ?? "");
      await reauthenticateWithCredential(user, credential);
    } else {
      await reauthenticateWithPopup(user, new GoogleAuthProvider(), browserPopupRedirectResolver);
    }
  } catch (error) {
    if (identityCode(error) !== "auth/multi-factor-auth-required") throw error;
    const answer = answerWithCode(auth, error);
    if (!proof.code) throw new MissingCode();
    await answer(proof.code);
  }
}

/** Throws if only a code of an app lets the user sign in again. */
export function refuseWithoutCode(user: User): void {
  if (multiFactor(user).enrolledFactors.length > 0) throw new MissingCode();
}

const hasPassword = ({ providerData }: User) =>
  providerData.some(({ providerId }) => providerId === "password");

export function secondFactorOf(auth: Auth) {
  const signedIn = () => {
    if (!auth.currentUser) throw new Error(errors.noUser);
    return auth.currentUser;
  };
  return {
    async enrolled(): Promise<{ factors: EnrolledFactor[]; hasPassword: boolean }> {
      const user = signedIn();
      const own = multiFactor(user);
      await user.reload();
      const factors = own.enrolledFactors.map(({ uid, factorId, enrollmentTime }) => ({
        uid,
        isTotp: factorId === TotpMultiFactorGenerator.FACTOR_ID,
        enrolledAt: enrollmentTime,
      }));
      return { factors, hasPassword: hasPassword(user) };
    },

    /** Without a proof the sign-in itself must be recent. */
    async enrol(proof?: Proof): Promise<Enrolment> {
      const user = signedIn();
      if (proof) await reauthenticate(auth, user, proof);
      const own = multiFactor(user);
      const secret = await withSentence(
        async () => TotpMultiFactorGenerator.generateSecret(await own.getSession()),
        texts.errors.unavailable,
      );
      return {
        secret: secret.secretKey,
        // The SDK puts both into the address as they are.
        uri: secret.generateQrCodeUrl(
          encodeURIComponent(user.email ?? ""),
          encodeURIComponent(ISSUER),
        ),
        async confirm(code) {
          const assertion = TotpMultiFactorGenerator.assertionForEnrollment(secret, code);
          await withSentence(() => own.enroll(assertion, texts.appName), texts.errors.wrongCode);
          return user.getIdToken();
        },
      };
    },

    async remove(uid: string, proof: Proof): Promise<string> {
      const user = signedIn();
      await reauthenticate(auth, user, proof);
      await multiFactor(user).unenroll(uid);
      return user.getIdToken();
    },
  };
}

export type SecondFactor = ReturnType<typeof secondFactorOf>;
