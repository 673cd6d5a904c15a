import { isRecord } from "../../src/core/values/json.js";
import { bytes, cbor, joined, type CborValue } from "./authenticator-cbor.js";

/** What an authenticator or a browser may do differently. */
export interface Twist {
  readonly origin?: string;
  readonly type?: string;
  readonly challenge?: string;
  readonly rpId?: string;
  readonly crossOrigin?: boolean;
  /** The person didn't touch it. */
  readonly absent?: boolean;
  /** The person didn't show PIN, finger or face. */
  readonly unverified?: boolean;
  readonly counter?: number;
  /** Null leaves it out. */
  readonly userHandle?: string | null;
  readonly badSignature?: boolean;
  /** Signs with another key. */
  readonly foreignKey?: boolean;
  /** Makes a credential with this id. */
  readonly credentialId?: Uint8Array;
  /** Says that it can be copied to other devices. */
  readonly backupEligible?: boolean;
  /** Says who made it: by this maker, or by itself. */
  readonly attestation?: Maker | "self";
}

/** Who makes authenticators: signs what they say, and shows its certificates. */
export interface Maker {
  readonly certificates: readonly Uint8Array[];
  sign(data: Uint8Array<ArrayBuffer>): Uint8Array;
}

interface Credential {
  readonly id: string;
  readonly keys: CryptoKeyPair;
  readonly userHandle: string;
  counter: number;
}

const flags = { present: 0x01, verified: 0x04, backupEligible: 0x08, attested: 0x40 } as const;

/** An authenticator in software: ES256, no attestation. It believes whatever it is told. */
export class SoftAuthenticator {
  readonly credentials: Credential[] = [];
  readonly #origin: string;
  /** Some, like passkeys that are synchronised, don't count. */
  readonly #counts: boolean;

  constructor(origin = "https://app.test", { counts = true } = {}) {
    this.#origin = origin;
    this.#counts = counts;
  }

  /** What a browser would send for `navigator.credentials.create()`. */
  async create(options: unknown, twist: Twist = {}): Promise<string> {
    const rp = member(options, "rp");
    const keys = await newKeys();
    const rawId = twist.credentialId ?? crypto.getRandomValues(new Uint8Array(16));
    const id = base64url(rawId);
    const userHandle = textOf(member(options, "user"), "id");
    const credential = { id, keys, userHandle, counter: this.#counts ? 1 : 0 };
    this.credentials.push(credential);
    const authData = joined([
      await this.#authData(textOf(rp, "id"), twist, {
        counter: credential.counter,
        attested: true,
      }),
      new Uint8Array(16),
      uint16(rawId.length),
      rawId,
      await coseKey(keys.publicKey),
    ]);
    const clientDataJSON = this.#clientData("webauthn.create", options, twist);
    const signed = joined([authData, await sha256(fromBase64url(clientDataJSON))]);
    const attestationObject = cbor(
      new Map<CborValue, CborValue>([
        ["fmt", twist.attestation === undefined ? "none" : "packed"],
        ["attStmt", await statement(twist.attestation, keys, signed)],
        ["authData", authData],
      ]),
    );
    return this.#credentialJson(id, {
      clientDataJSON,
      attestationObject: base64url(attestationObject),
      transports: ["internal", "hybrid"],
    });
  }

  /** What a browser would send for `navigator.credentials.get()`. */
  async get(options: unknown, twist: Twist = {}, which = 0): Promise<string> {
    const credential = this.credentials[which];
    if (!credential) throw new Error("This authenticator has no such credential.");
    if (this.#counts) credential.counter += 1;
    const counter = twist.counter ?? credential.counter;
    const rpId = textOf(options, "rpId");
    const authData = await this.#authData(rpId, twist, { counter, attested: false });
    const clientDataJSON = this.#clientData("webauthn.get", options, twist);
    const signer = twist.foreignKey ? await newKeys() : credential.keys;
    const hash = await sha256(fromBase64url(clientDataJSON));
    const signature = await sign(signer.privateKey, joined([authData, hash]));
    if (twist.badSignature) signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1;
    const userHandle = twist.userHandle === undefined ? credential.userHandle : twist.userHandle;
    return this.#credentialJson(credential.id, {
      clientDataJSON,
      authenticatorData: base64url(authData),
      signature: base64url(signature),
      ...(userHandle !== null && { userHandle }),
    });
  }

  #credentialJson(id: string, response: object): string {
    return JSON.stringify({
      id,
      rawId: id,
      type: "public-key",
      clientExtensionResults: {},
      response,
    });
  }

  #clientData(type: string, options: unknown, twist: Twist): string {
    const clientData = {
      type: twist.type ?? type,
      challenge: twist.challenge ?? textOf(options, "challenge"),
      origin: twist.origin ?? this.#origin,
      crossOrigin: twist.crossOrigin ?? false,
    };
    return base64url(bytes(JSON.stringify(clientData)));
  }

  async #authData(
    rpId: string,
    { rpId: otherRpId, absent = false, unverified = false, backupEligible = false }: Twist,
    { counter, attested }: { counter: number; attested: boolean },
  ): Promise<Uint8Array> {
    const bits =
      (absent ? 0 : flags.present) |
      (unverified ? 0 : flags.verified) |
      (backupEligible ? flags.backupEligible : 0) |
      (attested ? flags.attested : 0);
    return joined([await sha256(bytes(otherRpId ?? rpId)), Uint8Array.of(bits), uint32(counter)]);
  }
}

/** WebAuthn Level 3, section 8.2. */
async function statement(
  maker: Twist["attestation"],
  keys: CryptoKeyPair,
  signed: Uint8Array<ArrayBuffer>,
): Promise<Map<CborValue, CborValue>> {
  if (maker === undefined) return new Map();
  if (maker === "self") {
    return new Map<CborValue, CborValue>([
      ["alg", -7],
      ["sig", await sign(keys.privateKey, signed)],
    ]);
  }
  return new Map<CborValue, CborValue>([
    ["alg", -7],
    ["sig", maker.sign(signed)],
    ["x5c", [...maker.certificates]],
  ]);
}

function newKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
    "sign",
    "verify",
  ]);
}

/** RFC 9053, section 7.1.1: EC2, ES256, P-256. */
async function coseKey(key: CryptoKey): Promise<Uint8Array> {
  const raw = new Uint8Array(await crypto.subtle.exportKey("raw", key));
  return cbor(
    new Map<CborValue, CborValue>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, raw.slice(1, 33)],
      [-3, raw.slice(33, 65)],
    ]),
  );
}

/** WebAuthn wants the signature as ASN.1 (RFC 3279, section 2.2.3), WebCrypto gives two numbers. */
async function sign(key: CryptoKey, data: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const raw = new Uint8Array(
    await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, key, data),
  );
  const parts = joined([asn1Integer(raw.slice(0, 32)), asn1Integer(raw.slice(32))]);
  return joined([Uint8Array.of(0x30, parts.length), parts]);
}

function asn1Integer(number: Uint8Array): Uint8Array {
  const first = number.findIndex((byte) => byte !== 0);
  const digits = number.slice(first === -1 ? number.length - 1 : first);
  const isNegative = (digits[0] ?? 0) > 0x7f;
  const body = isNegative ? joined([Uint8Array.of(0), digits]) : digits;
  return joined([Uint8Array.of(0x02, body.length), body]);
}

async function sha256(data: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", data));
}

function uint16(value: number): Uint8Array {
  return Uint8Array.of(value >> 8, value & 0xff);
}

function uint32(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff);
}

export function base64url(data: Uint8Array): string {
  return Buffer.from(data).toString("base64url");
}

function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(text, "base64url"));
}

export function member(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

function textOf(value: unknown, name: string): string {
  const text = member(value, name);
  if (typeof text === "string") return text;
  throw new Error(`The options have no text "${name}".`);
}
