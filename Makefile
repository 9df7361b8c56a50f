# The commands of this project; `make` alone lists them.
# Each does its own set-up: what is missing is fetched into .venv, what is there is used.
PYTHON := .venv/bin/python
SETUP := sh tools/setup.sh
export NO_MKDOCS_2_WARNING := 1

.PHONY: help site serve check test test-ready test-long bench pictures pins clean
.DEFAULT_GOAL := help

help: ## list these commands
	@sed -n 's/^\([a-z-]*\):.*## /  make \1 -- /p' Makefile | awk -F' -- ' '{printf "%-18s%s\n", $$1, $$2}'

site: .venv/site-ready ## build the site, its sheets and its cards into site/
	@.venv/bin/kr16 build

serve: .venv/site-ready ## show the site on this computer; a change in data/, docs/ or templates/ shows at once
	@.venv/bin/kr16 serve

check: .venv/site-ready ## check the data, a line for each problem
	@.venv/bin/kr16 check

test: test-ready ## run the tests
	@$(PYTHON) -m pytest

test-ready: .venv/test-ready ## only fetch what the tests need
	@:

test-long: test-ready ## run the tests in their long forms too
	@KR16_LONG=1 $(PYTHON) -m pytest

bench: test-ready ## measure speed and memory against their goals
	@$(PYTHON) -m tools.bench

pictures: test-ready ## draw the README's pictures again
	@$(PYTHON) -m tools.pictures

pins: .venv/site-ready ## renew requirements*.txt from requirements*.in
	@$(SETUP) pins

clean: ## remove what was built; .venv stays
	@rm -rf site .cache .pytest_cache .hypothesis build tools/*.egg-info
	@find tools tests -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/site-ready: requirements.txt pyproject.toml tools/setup.sh
	@$(SETUP) site

.venv/test-ready: .venv/site-ready requirements-test.txt
	@$(SETUP) test
