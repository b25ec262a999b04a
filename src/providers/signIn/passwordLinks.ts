import { initializeApp } from "firebase/app";
import {
  type Auth,
  confirmPasswordReset,
  connectAuthEmulator,
  initializeAuth,
  inMemoryPersistence,
  type PasswordPolicy as ServicePolicy,
  signInWithEmailAndPassword,
  validatePassword,
  verifyPasswordResetCode,
} from "firebase/auth";
import type { CharacterKind, PasswordPolicy } from "../../../domain/users/passwordPolicy.ts";
import type { AppConfig } from "../start/appConfig.ts";

const MIN_OF_SERVICE = 6;

/**
 * The identity service for who holds a link to set a password. What it signs in stays in memory: it
 * does not replace the user who is signed in to this browser.
 */
export function openPasswordLinks(config: AppConfig) {
  const { apiKey, authDomain, projectId } = config;
  const app = initializeApp({ apiKey, authDomain, projectId }, "password-links");
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  if (config.emulator) {
    connectAuthEmulator(auth, window.location.origin, { disableWarnings: true });
  }
  auth.languageCode = "ja";
  return {
    /** The address whose password the code sets. */
    emailOf: (oobCode: string) => verifyPasswordResetCode(auth, oobCode),

    setPassword: (oobCode: string, password: string) =>
      confirmPasswordReset(auth, oobCode, password),

    /** Null if the project enforces no policy. The Auth Emulator has none. */
    policy: async () => (config.emulator ? null : policyOf(auth)),

    signIn: async (email: string, password: string): Promise<string> => {
      const { user } = await signInWithEmailAndPassword(auth, email, password);
      return user.getIdToken();
    },
  };
}

async function policyOf(auth: Auth): Promise<PasswordPolicy | null> {
  const { passwordPolicy } = await validatePassword(auth, "");
  if (passwordPolicy.enforcementState === "OFF") return null;
  const { customStrengthOptions: options, allowedNonAlphanumericCharacters } = passwordPolicy;
  return {
    minLength: options.minPasswordLength ?? MIN_OF_SERVICE,
    maxLength: options.maxPasswordLength ?? null,
    kinds: kindsOf(options),
    symbols: allowedNonAlphanumericCharacters,
  };
}

function kindsOf(options: ServicePolicy["customStrengthOptions"]): CharacterKind[] {
  const required: [CharacterKind, boolean | undefined][] = [
    ["lowercase", options.containsLowercaseLetter],
    ["uppercase", options.containsUppercaseLetter],
    ["number", options.containsNumericCharacter],
    ["symbol", options.containsNonAlphanumericCharacter],
  ];
  return required.flatMap(([kind, isRequired]) => (isRequired ? [kind] : []));
}
