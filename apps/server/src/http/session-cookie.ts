/** The name that the documents give to the session cookie; what it holds is a random token, no JWT. */
export const SESSION_COOKIE = 'authJWT';
