import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort } from './ports.ts';
import { pythonTool } from './python-tool.ts';
import { inServerFolder, runServer } from './server-process.ts';
import type { Walker } from './walker.ts';

/** A CAS server that we did not write: `django-cas-server` (PyPI) under gunicorn, on a loopback port. */
export interface DjangoCas {
  /** As clients are given it. */
  url: string;
  /** Everybody's password. */
  password: string;
  /** A browser opens its login page for a service and fills it in. @returns the address that the browser is sent to, which is opened by nobody yet */
  signIn(walker: Walker, page: string, username: string, stop: (url: URL) => boolean): Promise<URL>;
  stop(): Promise<void>;
}

const PASSWORD = 'a password of the CAS server';

/** Its program. */
export const djangoCasProgram = (): Promise<string> =>
  pythonTool('gunicorn', 'django-cas-server==3.1.0', 'Django==5.2.19', 'gunicorn==27.0.1');

/** The whole site in one module: its settings, its tables, whom it knows and which service it lets in. Values come as JSON, which Python reads. */
const SITE = `
import json, os, django
from django.conf import settings
given = json.loads(os.environ['CAS_SITE'])
settings.configure(
    SECRET_KEY='of the tests', ALLOWED_HOSTS=['*'], ROOT_URLCONF='cas_site', USE_TZ=True, STATIC_URL='static/',
    DATABASES={'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': given['database'], 'OPTIONS': {'timeout': 20}}},
    DEFAULT_AUTO_FIELD='django.db.models.AutoField', PASSWORD_HASHERS=['django.contrib.auth.hashers.MD5PasswordHasher'],
    INSTALLED_APPS=['django.contrib.auth', 'django.contrib.contenttypes', 'django.contrib.sessions', 'django.contrib.messages',
        'django.contrib.staticfiles', 'cas_server'],
    MIDDLEWARE=['django.contrib.sessions.middleware.SessionMiddleware', 'django.middleware.csrf.CsrfViewMiddleware',
        'django.contrib.auth.middleware.AuthenticationMiddleware', 'django.contrib.messages.middleware.MessageMiddleware'],
    TEMPLATES=[{'BACKEND': 'django.template.backends.django.DjangoTemplates', 'APP_DIRS': True, 'OPTIONS': {'context_processors': [
        'django.template.context_processors.request', 'django.contrib.auth.context_processors.auth',
        'django.contrib.messages.context_processors.messages']}}],
    SESSION_COOKIE_NAME='cas_session', CSRF_COOKIE_NAME='cas_csrf', CAS_LOGO_URL=None, CAS_FAVICON_URL=None,
    CAS_COMPONENT_URLS={name: '' for name in ['bootstrap3_css', 'bootstrap3_js', 'html5shiv', 'respond', 'bootstrap4_css', 'bootstrap4_js', 'jquery']},
)
django.setup()
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from django.urls import include, path
urlpatterns = [path('cas/', include('cas_server.urls', namespace='cas_server'))]
call_command('migrate', verbosity=0)
from django.contrib.auth.models import User
from cas_server.models import ReplaceAttributName, ServicePattern
for person in given['people']:
    User.objects.create_user(person, email=person + '@cas.example', password=given['password'], first_name=person.capitalize(), last_name='Doe')
pattern = ServicePattern.objects.create(name='Postern', pattern=given['service'], single_log_out=True)
for theirs, ours in [('username', 'uid'), ('email', 'mail'), ('first_name', 'displayName')]:
    ReplaceAttributName.objects.create(name=theirs, replace=ours, service_pattern=pattern)
application = get_wsgi_application()
`;

const hidden = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([input]) => {
      const of = (name: string): string => new RegExp(`\\b${name}="([^"]*)"`).exec(input)?.[1]?.replaceAll('&amp;', '&') ?? '';
      return [of('name'), of('value')];
    }),
  );

/**
 * @param options.site address of the product under test; what lies below it is the one service that this server knows
 * @param options.people usernames
 */
export async function startDjangoCas({ site, people }: { site: string; people: readonly string[] }): Promise<DjangoCas> {
  const program = await djangoCasProgram();
  return inServerFolder('cas', async (path) => {
    writeFileSync(join(path, 'cas_site.py'), SITE);
    const service = `^${site.replaceAll('.', '\\.')}/core/auth/cas/`;
    const given = { database: join(path, 'cas.sqlite'), people, password: PASSWORD, service };
    const port = await freePort();
    const argv = ['-w', '1', '--threads', '4', '--no-control-socket', '-b', `127.0.0.1:${port}`, '--chdir', path, '--worker-tmp-dir', path];
    const server = await runServer(
      join(dirname(program), 'python'),
      ['-B', program, ...argv, '-e', `CAS_SITE=${JSON.stringify(given)}`, '--preload', 'cas_site:application'],
      port,
      { asSelf: true },
    );
    const url = `http://127.0.0.1:${port}/cas/`;
    return {
      url,
      password: PASSWORD,
      async signIn(walker, page, username, stop) {
        const shown = await walker.go(page);
        const fields = { ...hidden(String(shown.body)), username, password: PASSWORD };
        return walker.until(shown.url.href, stop, fields);
      },
      stop: () => server.stop(),
    };
  });
}
