export const EMULATOR_API_KEY = "demo-api-key";
