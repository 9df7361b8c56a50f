#!/bin/sh
# Fetches what the project needs; the Makefile calls it.
#   setup.sh site   Python packages into .venv, and Pango for the PDFs
#   setup.sh test   the packages of the tests, a Chromium and poppler-utils
#   setup.sh pins   requirements*.txt anew from requirements*.in
# On Debian and Ubuntu it installs missing system packages when run as root (in CI also through sudo).
# Elsewhere it says what to install. One line a step; the tools' own output is shown only when they fail.
set -eu
cd "$(dirname "$0")/.."
PYTHON=.venv/bin/python

say() { echo "set-up: $*"; }

stop() { say "$*" >&2; exit 1; }

# Run a command silently; if it fails, show the end of what it printed.
quietly() {
  log=$(mktemp)
  if "$@" >"$log" 2>&1 </dev/null; then rm -f "$log"; return 0; fi
  tail -n 20 "$log" >&2
  rm -f "$log"
  return 1
}

# --- the system ---------------------------------------------------------------------------------

# Whether apt may be used here; sets $sudo to what must stand before apt-get.
may_use_apt() {
  sudo=
  command -v apt-get >/dev/null || return 1
  [ "$(id -u)" = 0 ] && return 0
  [ "${CI:-}" = true ] && sudo -n true 2>/dev/null && sudo="sudo -n"
}

apt_install() {
  say "installing $* with apt"
  quietly $sudo apt-get update -q && quietly $sudo env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -q --no-install-recommends "$@"
}

apt_install_missing() {
  missing=
  for package; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
  done
  [ -z "$missing" ] || apt_install $missing || say "apt could not install$missing" >&2
}

# One line on how to get something by hand on this system: hint WHAT-IS-MISSING DEBIAN FEDORA MACOS
hint() {
  case "$(uname -s)" in
    Darwin) how="brew install $4" ;;
    *) if command -v dnf >/dev/null; then how="dnf install $3"; else how="apt install $2"; fi ;;
  esac
  say "$1; to get it: $how"
}

# --- Python and .venv ---------------------------------------------------------------------------

# The first Python of this list that is 3.11 or newer and can make a virtual environment.
find_python() {
  for name in python3.11 python3.12 python3.13 python3.14 python3 python; do
    if "$name" -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      echo "$name"
      return
    fi
  done
  return 1
}

make_venv() {
  if [ -x "$PYTHON" ] && "$PYTHON" -c 'import pip' 2>/dev/null; then return; fi
  if ! python=$(find_python); then
    if may_use_apt; then apt_install_missing python3 python3-venv; fi
    if ! python=$(find_python); then
      hint "Python 3.11 or newer, with its venv module, is missing" "python3 python3-venv" python3 python >&2
      exit 1
    fi
  fi
  say "making .venv with $("$python" --version)"
  quietly "$python" -m venv --clear .venv || stop "could not make .venv with $python"
}

install_pinned() {
  say "fetching the packages of $1"
  quietly "$PYTHON" -m pip install -qq --no-input --require-hashes -r "$1" || stop "could not install $1"
}

# --- the three commands -------------------------------------------------------------------------

set_up_site() {
  make_venv
  install_pinned requirements.txt
  say "installing kr16 from tools/"
  quietly "$PYTHON" -m pip install -qq --no-input --no-deps --no-build-isolation --editable . || stop "could not install kr16"
  if may_use_apt; then apt_install_missing libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0; fi
  "$PYTHON" -c 'import weasyprint' >/dev/null 2>&1 ||
    hint "Pango is missing, without which no PDF (sheet, cards) can be made" \
      "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0" pango pango
  touch .venv/site-ready
}

find_browser() { PYTHONPATH=. "$PYTHON" -m tests.browser.chromium >/dev/null 2>&1; }

install_browser() {
  if ! grep -q '^ID=ubuntu' /etc/os-release; then
    apt_install_missing chromium-headless-shell  # a third quicker for the tests than a whole Chromium
    find_browser || apt_install_missing chromium
  elif ! find_browser; then  # Ubuntu's own package is a snap, which no container can run
    say "installing Chromium with playwright"
    quietly $sudo "$PYTHON" -m playwright install --with-deps chromium || say "playwright could not install Chromium" >&2
  fi
}

set_up_test() {
  install_pinned requirements-test.txt
  if may_use_apt; then
    install_browser
    apt_install_missing libatomic1 poppler-utils  # the first for playwright's own node
  fi
  find_browser || hint "Chromium is missing, without which the browser tests are left out" chromium chromium "--cask chromium"
  command -v pdftoppm >/dev/null || hint "poppler is missing, which shows PDFs as pictures" poppler-utils poppler-utils poppler
  touch .venv/test-ready
}

renew_pins() {
  say "making a place for pip-tools in build/pins"
  quietly "$PYTHON" -m venv build/pins
  quietly build/pins/bin/python -m pip install -qq pip-tools==7.6.2
  for list in requirements requirements-test; do
    say "resolving $list.in"
    PIP_CONFIG_FILE=/dev/null PIP_FIND_LINKS='' PIP_EXTRA_INDEX_URL='' CUSTOM_COMPILE_COMMAND="make pins" \
      build/pins/bin/pip-compile --quiet --upgrade --strip-extras --allow-unsafe --generate-hashes \
      --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --output-file "$list.txt" "$list.in"
  done
}

case "$(uname -s)" in
  MINGW* | MSYS* | CYGWIN*) stop "on Windows, work in WSL: wsl --install, then this command again in its Ubuntu" ;;
esac
case "${1:-}" in
  site) set_up_site ;;
  test) set_up_test ;;
  pins) renew_pins ;;
  *) stop "usage: tools/setup.sh site|test|pins" ;;
esac
